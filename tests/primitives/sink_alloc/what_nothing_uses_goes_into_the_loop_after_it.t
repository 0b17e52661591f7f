def p(n: size, A: f32[n]):
    x: f32[n]
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = sink_alloc(p, 'x')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[n] @ DRAM
        A[i] = 0.0
