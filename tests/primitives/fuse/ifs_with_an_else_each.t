def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        if i > 3:
            A[i] = x
            x = 1.0
        else:
            A[i] = 2.0
        if 4 <= i:
            A[i] += x
        else:
            x = A[i]
---- schedule
c = p.find('x = A[_]')
d = p.find('A[_] += _')
p = fuse(p, 'if _: _', 'if _: _ #1')
p = add_unsafe_guard(p, c, 'n > i')
p = add_unsafe_guard(p, d, 'n > i')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    for i in seq(0, n):
        if i > 3:
            A[i] = x
            x = 1.0
            if n > i:
                A[i] += x
        else:
            A[i] = 2.0
            if n > i:
                x = A[i]
