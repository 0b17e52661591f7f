def f(s: i32, y: f32[4]):
    y[0] = s
def p(x: f32[4], y: f32[4]):
    r: R
    r = x[0] * 0.5
    f(r, y)
---- expect error type
argument `s` of `f` is i32, found R
