def p(x: i32, y: i32):
    y = round_even(x)
---- expect error type
`round_even` takes a floating-point number, found i32
