def p(y: f32):
    y = f32(2.0)
---- expect error type
a literal is not converted: it takes the type of the operands beside it
