def p(x: i32, y: i32):
    y = bit_and(x, 4294967295)
---- expect error type
the second operand of `bit_and` is a literal from 0 to 2147483647
