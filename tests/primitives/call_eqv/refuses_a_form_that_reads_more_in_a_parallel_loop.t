def f(i: index, A: [f32][8], B: [f32][8]):
    assert 0 <= i
    assert i < 8
    A[i] = B[i]
def p(A: f32[8], B: f32[8]):
    for i in par(0, 8):
        f(i, A[0:8], B[0:8])
        B[i] = 2.0
---- schedule
g = rename(f, 'g')
g = stage_mem(g, 'A[_] = _', 'B[0:8]', 't')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S4
iterations of the parallel loop i do not meet in B
