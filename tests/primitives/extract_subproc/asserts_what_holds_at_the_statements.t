def p(n: size, m: size, flag: bool, A: f32[n] @ DRAM):
    assert m <= n
    for i in seq(0, n):
        if flag:
            if i < m:
                A[i] = 1.0
---- schedule
p, micro = extract_subproc(p, 'A[_] = _', 'micro')
---- expect
def p(n: size, m: size, flag: bool, A: f32[n] @ DRAM):
    assert m <= n
    for i in seq(0, n):
        if flag:
            if i < m:
                micro(n, A, i)
