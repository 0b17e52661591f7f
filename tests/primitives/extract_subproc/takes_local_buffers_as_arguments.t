def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32[4] @ DRAM
        for j in seq(0, 4):
            t[j] = A[i]
        A[i] = t[0] + t[3]
---- schedule
p, micro = extract_subproc(p, 'for j in _: _', 'micro')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32[4] @ DRAM
        micro(n, A, i, t)
        A[i] = t[0] + t[3]
