def f(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 1.0
def p(A: [f32][4] @ DRAM):
    for i in seq(0, 4):
        A[i] = 1.0
---- schedule
p = add_assertion(p, 'stride(A, 0) == 1')
p = replace(p, 'for i in _: _', f)
---- expect
def p(A: [f32][4] @ DRAM):
    assert stride(A, 0) == 1
    f(A[0:4])
