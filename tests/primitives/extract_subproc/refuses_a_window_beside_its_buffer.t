def p(n: size, A: f32[n, 8] @ DRAM):
    w = A[0:n, 3]
    for i in seq(0, n):
        w[i] = A[i, 3] + A[i, 2]
---- schedule
p, f = extract_subproc(p, 'for i in _: _', 'f')
---- expect error extract_subproc.S1
A and w
