def p(x: f64, a: f32, b: f64):
    x = a
    x += b
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.R3
would mix f32 and f64
