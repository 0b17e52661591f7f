def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 8] @ DRAM
    for i in seq(0, n):
        x[i + 4] = A[i]
        A[i] = x[i + 4] + 1.0
---- schedule
c = p.find('x[_] = _')
e = c.child(1)
p = resize_dim(p, 'x', 0, 'n', 4)
p = stage_mem(p, c, 'x[i]', 't')
p = bind_expr(p, e, 'a')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        t: f32 @ DRAM
        a: f32 @ DRAM
        a = A[i]
        t = a
        x[i] = t
        A[i] = x[i] + 1.0
