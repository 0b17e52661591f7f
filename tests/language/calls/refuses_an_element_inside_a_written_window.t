def f(a: f32, x: [f32][2]):
    x[0] = a
def p(A: f32[4], i: index):
    assert i >= 0 and i < 4
    f(A[i], A[0:2])
---- expect error alias
the arguments a and x do not overlap
i = 0
