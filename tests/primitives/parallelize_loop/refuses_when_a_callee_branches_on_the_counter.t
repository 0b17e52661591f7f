def f(c: bool, i: index, x: [f32][4], y: [f32][4]):
    assert i >= 0
    assert i < 4
    if c:
        x[i] = 1.0
    else:
        y[i] = x[0]
def p(A: f32[4], B: f32[4]):
    for i in seq(0, 4):
        f(i == 0, i, A[0:4], B[0:4])
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.S1
counterexample
