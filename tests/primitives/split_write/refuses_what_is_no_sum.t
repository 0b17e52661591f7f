def p(x: f32, y: f32):
    x = y - 1.0
---- schedule
p = split_write(p, 'x = _')
---- expect error split_write.R1
