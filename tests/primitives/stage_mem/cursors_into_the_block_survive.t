def p(n: size, A: f32[n, 4] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 4):
            A[i, j] = x[i]
---- schedule
c = p.find('A[_] = _')
e = c.child(2)
p = stage_mem(p, 'for j in _: _', 'A[i, 0:4]', 't')
p = stage_mem(p, c, 't[j]', 's')
p = bind_expr(p, e, 'v')
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32[4] @ DRAM
        for j in seq(0, 4):
            s: f32 @ DRAM
            v: f32 @ DRAM
            v = x[i]
            s = v
            t[j] = s
        for i0 in seq(0, 4):
            A[i, i0] = t[i0]
