memory FAST:
    storage stack
def p(n: size, A: f32[n]):
    x: f32[8] @ FAST
    for i in seq(0, 8):
        x[i] = 1.0
    for i in seq(0, n):
        A[i] = x[3]
---- schedule
p = stage_mem(p, 'for i in _: _ #1', 'x[3]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[8] @ FAST
    for i in seq(0, 8):
        x[i] = 1.0
    t: f32 @ FAST
    t = x[3]
    for i in seq(0, n):
        A[i] = t
