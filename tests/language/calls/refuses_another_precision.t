def f(x: [f32][4]):
    x[0] = 1.0
def p(A: f64[4]):
    f(A)
---- expect error type
is f32, found f64
