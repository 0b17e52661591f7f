def p(x: i32, y: i32):
    y = shift_right(x, y)
---- expect error type
the second operand of `shift_right` is a literal from 0 to 31
