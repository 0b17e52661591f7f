def p(n: size, A: f32[n, 8] @ DRAM):
    w = A[0:n, 3]
    for i in seq(0, n):
        w[i] += 1.0
---- schedule
p, f = extract_subproc(p, 'for i in _: _', 'f')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    w = A[0:n, 3]
    f(n, w)
