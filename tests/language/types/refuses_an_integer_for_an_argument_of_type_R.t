def f(x: R, z: f32):
    z = x / 2.0
def p(a: i32, z: f32):
    f(a, z)
---- expect error type
argument `x` of `f` is R, found i32
