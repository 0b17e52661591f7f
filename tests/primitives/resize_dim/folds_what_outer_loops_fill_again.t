def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for k in seq(0, 3):
        for i in seq(0, n):
            t[i] = A[i]
            B[i] += t[i]
---- schedule
p = resize_dim(p, 't', 0, 1, 0, fold=True)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    t: f32[1] @ DRAM
    for k in seq(0, 3):
        for i in seq(0, n):
            t[0] = A[i]
            B[i] += t[0]
