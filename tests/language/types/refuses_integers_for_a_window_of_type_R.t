def f(s: [R][2], z: f32):
    z = s[0]
def p(a: i32[2], z: f32):
    f(a[0:2], z)
---- expect error type
argument `s` of `f` is R, found i32
