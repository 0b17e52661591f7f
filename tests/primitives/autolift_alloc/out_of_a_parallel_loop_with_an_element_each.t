def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x + x
---- schedule
p = autolift_alloc(p, 'x', keep_dims=True)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in par(0, n):
        x[i] = A[i]
        A[i] = x[i] + x[i]
