def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in par(0, n):
        for j in seq(0, 1):
            x: f32 @ DRAM
            for k in seq(0, 2):
                x = A[0]
            for k in seq(i, i + 1):
                B[k] = x
---- schedule
p = autolift_alloc(p, 'x', n_lifts=2)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in par(0, n):
        for j in seq(0, 1):
            for k in seq(0, 2):
                x[i] = A[0]
            for k in seq(i, i + 1):
                B[k] = x[i]
