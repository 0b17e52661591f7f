def p(A: f32[8]):
    A[2] = A[2] * 3.0 + A[3]
---- schedule
p = split_write(p, 'A[_] = _')
---- expect
def p(A: f32[8] @ DRAM):
    A[2] = A[2] * 3.0
    A[2] += A[3]
