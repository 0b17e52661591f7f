def p(n: size, x: [f32][n] @ DRAM):
    assert n >= 4
    for i in seq(0, n):
        x[i] = 1.0
---- schedule
q = rename(p, 'q')
p = cut_loop(p, 'i', '4')
p = replace(p, 'for i in _: _ #0', q)
p = stage_mem(p, p.body(), 'x[0:5]', 't')
---- expect error stage_mem.S1
n = 6, i = 5
