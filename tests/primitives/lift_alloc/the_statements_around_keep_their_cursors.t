def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
        x: f32 @ DRAM
        x = 1.0
        A[i] += x
---- schedule
c = p.find('A[_] += _')
d = p.find('x : _')
p = lift_alloc(p, 'x')
p = stage_mem(p, c, 'A[i]', 'a')
p = expand_dim(p, d, 'n', 'i')
---- expect
