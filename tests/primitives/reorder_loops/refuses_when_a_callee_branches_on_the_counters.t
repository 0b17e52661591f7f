def f(c: bool, i: index, j: index, x: [f32][2, 2], y: [f32][2, 2]):
    assert i >= 0
    assert i < 2
    assert j >= 0
    assert j < 2
    if c:
        x[i, j] = 1.0
    else:
        y[i, j] = x[1, 0]
def p(A: f32[2, 2], B: f32[2, 2]):
    for i in seq(0, 2):
        for j in seq(0, 2):
            f(i == 1, i, j, A[0:2, 0:2], B[0:2, 0:2])
---- schedule
p = reorder_loops(p, 'i')
---- expect error reorder_loops.S1
