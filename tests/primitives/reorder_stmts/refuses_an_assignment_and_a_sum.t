def p(x: f32):
    x = 1.0
    x += 2.0
---- schedule
p = reorder_stmts(p, 'x = _ ; x += _')
---- expect error reorder_stmts.S1
replayed: x is
