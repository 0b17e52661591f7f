def f(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
def p(B: f32[4, 4]):
    for i in seq(0, 4):
        B[i, 2] = 1.0
---- schedule
f2 = set_window(rename(f, 'f2'), 'A')
g = divide_loop(rename(f2, 'g'), 'i', 4, ['io', 'ii'], tail='guard')
p = replace(p, 'for i in _: _', f2)
p = call_eqv(p, 'f2(_)', g)
---- expect
def p(B: f32[4, 4] @ DRAM):
    g(4, B[0:4, 2])
