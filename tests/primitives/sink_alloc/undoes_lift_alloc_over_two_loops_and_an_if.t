def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        if i < 4:
            for j in par(0, n):
                x: f32 @ DRAM
                x = A[i, j]
                x += 1.0
                A[i, j] = x
---- schedule
p = expand_dim(p, 'x', 'n', 'j')
p = lift_alloc(p, 'x', 3)
p = sink_alloc(p, 'x', 3)
---- expect
def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        if i < 4:
            for j in par(0, n):
                x: f32[n] @ DRAM
                x[j] = A[i, j]
                x[j] += 1.0
                A[i, j] = x[j]
