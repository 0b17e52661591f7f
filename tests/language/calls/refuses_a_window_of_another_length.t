def f(x: [f32][4]):
    x[0] = 1.0
def p(A: f32[5]):
    f(A)
---- expect error assert
dimension 0 of x has length 4
replayed
