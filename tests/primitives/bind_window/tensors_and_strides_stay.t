def f(n: size, x: f32[n] @ DRAM):
    for i in seq(0, n):
        x[i] = 0.0
def p(n: size, A: f32[n + 1] @ DRAM):
    f(n + 1, A)
    if stride(A, 0) == 1:
        A[n] = 1.0
---- schedule
p = bind_window(p, p.body(), 'A[0:n + 1]', 'w')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM):
    w = A[0:n + 1]
    f(n + 1, A)
    if stride(A, 0) == 1:
        w[n] = 1.0
