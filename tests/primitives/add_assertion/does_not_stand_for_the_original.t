def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    f(n, A)
---- schedule
g = add_assertion(f, 'n % 4 == 0')
g = rename(g, 'g')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S5
add_assertion made f another
