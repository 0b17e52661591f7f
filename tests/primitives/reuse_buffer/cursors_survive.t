def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    y: f32 @ DRAM
    y = A[0] + 1.0
    A[0] = y
---- schedule
c = p.find('y = _')
e = p.find('A[_] = _').child(1)
p = reuse_buffer(p, 'x', 'y')
p = stage_mem(p, c, 'x', 't')
p = bind_expr(p, e, 'v')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    t: f32 @ DRAM
    t = A[0] + 1.0
    x = t
    v: f32 @ DRAM
    v = x
    A[0] = v
