def p(x: f32, y: f32):
    x = 1.0
    y = 2.0
---- schedule
p = merge_writes(p, 'x = _')
---- expect error merge_writes.R1
the block has 1 statement(s)
