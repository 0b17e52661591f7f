def p(x: i32, y: f32, r: R):
    y = r / x
---- expect error type
one operation mixes i32 and R
