def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    if n < 4:
        A[0] = 0.0
    else:
        x = A[0]
        A[1] = x
---- schedule
p = sink_alloc(p, 'x')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n < 4:
        A[0] = 0.0
    else:
        x: f32 @ DRAM
        x = A[0]
        A[1] = x
