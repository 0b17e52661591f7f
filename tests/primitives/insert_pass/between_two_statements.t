def p(A: f32[4]):
    A[0] = 1.0
    A[1] = 1.0
---- schedule
p = insert_pass(p, p.find('A[1] = _').before())
---- expect
def p(A: f32[4] @ DRAM):
    A[0] = 1.0
    pass
    A[1] = 1.0
