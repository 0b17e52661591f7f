def g(x: f32 @ DRAM):
    x = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        w = A[i:i + 1]
        g(w[0])
        for j in seq(0, 1):
            v = A[i:n]
---- schedule
p = inline_window(p, 'w = _')
p = inline_window(p, 'v = _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        g(A[i])
        for j in seq(0, 1):
            pass
