def p(n: size, A: f32[n], z: f32):
    t: R
    t = 0.0
    for i in seq(0, n):
        t += A[i]
    z = t
---- schedule
p = set_precision(p, 't', 'i32')
---- expect error set_precision.R4
t is R, i32 is another kind of number
