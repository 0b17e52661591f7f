def p(x: i32[1], a: f32[2]):
    r: R
    r = a[0]
    x[0] = r + r
---- expect error type
one operation mixes i32 and R
