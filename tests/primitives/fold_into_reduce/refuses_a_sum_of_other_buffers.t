def p(x: f32, y: f32):
    x = y + x * x
---- schedule
p = fold_into_reduce(p, 'x = _')
---- expect error fold_into_reduce.R1
no operand of the sum reads x
