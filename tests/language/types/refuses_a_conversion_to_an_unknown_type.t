def p(x: f32, y: i8):
    y = sat_i9(x)
---- expect error name
unknown function `sat_i9`
`sat_i8` or
