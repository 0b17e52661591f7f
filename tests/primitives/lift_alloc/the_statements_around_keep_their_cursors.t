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
p = set_memory(p, d, DRAM_STACK)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM_STACK
    for i in seq(0, n):
        A[i] = 0.0
        x = 1.0
        a: f32 @ DRAM
        a = A[i]
        a += x
        A[i] = a
