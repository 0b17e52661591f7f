def foo(x: f32[10, 10, 10]):
    for i in seq(0, 10):
        x[i, i, i] = 1.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'x[0:10, 0, 0:10]', 'x_tmp')
---- expect error stage_mem.S1
counterexample
