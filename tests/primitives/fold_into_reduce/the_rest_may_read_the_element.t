def p(A: f32[4]):
    A[1] = A[1] + 2.0 * A[1]
---- schedule
p = fold_into_reduce(p, 'A[_] = _')
---- expect
def p(A: f32[4] @ DRAM):
    A[1] += 2.0 * A[1]
