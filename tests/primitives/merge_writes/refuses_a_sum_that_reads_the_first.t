def p(x: f32):
    x = 3.0
    x += x
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.S2
replayed: x is
