def f(n: size, A: f32[n]):
    for i in seq(0, n):
        if stride(A, 0) == 1:
            A[i] = 1.0
        else:
            A[i] = 2.0
def p(B: f32[4, 4]):
    for i in seq(0, 4):
        if stride(B, 0) == 1:
            B[i, 2] = 1.0
        else:
            B[i, 2] = 2.0
---- schedule
f2 = rename(f, 'f2')
f2 = set_window(f2, 'A')
g = simplify(f)
g = rename(g, 'g')
g = set_window(g, 'A')
p = replace(p, 'for i in _: _', f2)
p = call_eqv(p, 'f2(_)', g)
---- expect error call_eqv.S5
f2 and g are of one contract
replayed: B[0, 2] is 2 before, 1 after
