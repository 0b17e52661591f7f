def p(x: f32, y: i8):
    y = wrap_i8(x)
---- expect error type
`wrap_i8` takes an integer, found f32
sat_i8(…) takes numbers of all types; i8(…) those that i8 holds
