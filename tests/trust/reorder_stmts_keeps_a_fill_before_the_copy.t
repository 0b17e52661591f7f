def pad(x: f32[8], out: f32[10]):
    padded: f32[10]
    for i in seq(0, 10):
        padded[i] = 0.0
    for i in seq(0, 8):
        padded[i + 1] = x[i]
    for i in seq(0, 10):
        out[i] = padded[i] + 1.0
---- schedule
p = reorder_stmts(p, 'for i in _: _; for i in _: _')
---- expect error reorder_stmts.S1
counterexample
