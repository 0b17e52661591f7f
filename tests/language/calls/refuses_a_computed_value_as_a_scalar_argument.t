def f(x: f32, y: f32):
    y = x
def p(a: f32, b: f32):
    f(a * 2.0, b)
---- expect error type
must be a scalar or an element
