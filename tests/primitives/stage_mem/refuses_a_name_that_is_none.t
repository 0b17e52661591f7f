def p(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
---- schedule
p = stage_mem(p, 'for i in _: _', 'x[0:n]', 'for')
---- expect error stage_mem.R8
invalid identifier 'for'
