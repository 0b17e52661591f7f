def p(x: i64, a: i8):
    x = 7 / 2
    x += a
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.R3
