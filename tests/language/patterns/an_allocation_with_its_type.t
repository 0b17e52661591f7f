def p(n: size, A: f32[n]):
    for i in seq(0, n):
        t: f32
        u: f64[2]
        u[0] = A[i]
        A[i] = u[0]
---- schedule
p = delete_buffer(p, 't : R')
p = lift_alloc(p, 'u : f64[_]')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    u: f64[2] @ DRAM
    for i in seq(0, n):
        u[0] = A[i]
        A[i] = u[0]
