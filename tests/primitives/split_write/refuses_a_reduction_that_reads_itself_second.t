def p(x: f32, y: f32):
    x += y + x
---- schedule
p = split_write(p, 'x += _')
---- expect error split_write.S1
replayed: x is
