def p(x: f32, y: f32):
    x = 1.0
    y = 2.0
---- schedule
p = merge_writes(p, 'x = _ ; y = _')
---- expect error merge_writes.R2
they write to x and y
