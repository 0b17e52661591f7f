def p(x: f32):
    x = 1.0
    for i in seq(0, 2):
        x += 2.0
---- schedule
p = merge_writes(p, 'x = _ ; for i in _: _')
---- expect error merge_writes.R1
this statement is neither
