def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(A: f32[8] @ DRAM):
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
g = add_assertion(f, 'n % 4 == 0')
g = rename(g, 'g')
p = replace(p, 'for i in _: _', g)
---- expect
def p(A: f32[8] @ DRAM):
    g(8, A[0:8])
