def p(n: size, A: f32[n]):
    for i in seq(3, 2):
        A[0] = 1.0
    for i in seq(2, 1):
        A[0] = 1.0
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(3, 1):
        A[0] = 1.0
