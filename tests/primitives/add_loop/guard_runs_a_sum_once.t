def p(n: size, A: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        x += A[i]
        x += 1.0
---- schedule
c = p.find('x += 1.0')
p = add_loop(p, p.find('x += _').expand(0, 1), 'k', 'n', guard=True)
p = add_loop(p, p.forward(c), 'l', 2, guard=True)
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    x = 0.0
    for i in seq(0, n):
        for k in seq(0, n):
            if k == 0:
                x += A[i]
                for l in seq(0, 2):
                    if l == 0:
                        x += 1.0
