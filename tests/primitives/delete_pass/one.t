def p(n: size, A: f32[n]):
    pass
    A[0] = 1.0
    pass
---- schedule
p = delete_pass(p, 'pass #1')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    pass
    A[0] = 1.0
