def p(x: f32, y: f32):
    for i in seq(0, 2):
        x = y + 1.0
---- schedule
p = split_write(p, 'for i in _: _')
---- expect error split_write.R1
