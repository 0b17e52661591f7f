def p(a: f32):
    assert aligned(a, 4)
    a = 1.0
---- expect error type
`a` is a scalar
a: f32[1]
