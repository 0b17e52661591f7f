def f(i: index, A: f32[16]):
    assert i >= 0
    if 1073741824 * i < 16:
        A[i] = 1.0

def p(A: f32[16]):
    for c in seq(0, 9):
        f(1073741824 * c, A)
---- expect error index
1073741824 * i of f may be
