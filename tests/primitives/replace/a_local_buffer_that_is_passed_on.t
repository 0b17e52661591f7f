def g(x: [f32][4] @ DRAM, y: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = y[i]
def f(a: [f32][4] @ DRAM, b: [f32][4] @ DRAM):
    t: f32[4] @ DRAM
    g(t, a)
    g(b, t)
def p(A: f32[3, 4] @ DRAM):
    u: f32[4] @ DRAM
    g(u, A[0, 0:4])
    g(A[2, 0:4], u)
---- schedule
p = replace(p, 'u : _', f)
---- expect
def p(A: f32[3, 4] @ DRAM):
    f(A[0, 0:4], A[2, 0:4])
