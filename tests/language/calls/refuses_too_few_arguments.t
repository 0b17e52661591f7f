def f(x: f32, y: f32):
    y = x
def p(a: f32):
    f(a)
---- expect error type
:4:5
