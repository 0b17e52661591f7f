def p(x: i32, a: f32, b: f32):
    x = a
    x += b
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.R3
an integer and another is not
