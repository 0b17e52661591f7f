def p(n: size, x: f32[n], y: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = x[i]
        y[i] = t[i]
---- schedule
p = stage_mem(p, 'y[i] = _', 't[0:n]', 't')
p = reuse_buffer(p, 't : _', 't : _ #1')
---- expect error reuse_buffer.S2
t and t_1 do not overwrite values that are still needed
