def p(x: i64, a: ui8):
    x = -5
    x += a
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.R3
