def p(n: size, m: size, A: f32[n]):
    for i in seq(0, n):
        t: f32
        t = 1.0
        A[i] = t
---- schedule
c = p.find('t = _')
p = add_unsafe_guard(p, p.find('t : _').expand(0, 2), 'i < n and m > 0')
p = lift_alloc(p, 't', 2)
p = fission(p, p.forward(c).after())
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    t: f32 @ DRAM
    for i in seq(0, n):
        if i < n and m > 0:
            t = 1.0
        if i < n and m > 0:
            A[i] = t
