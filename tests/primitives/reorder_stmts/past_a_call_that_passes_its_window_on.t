def p(n: size, m: size, A: f32[n, m], B: f32[n, n], C: f32[n, n]):
    C[0, 0] += 0.0
    w = A[0, 0:m]
    B[n - 1, 0] = max(w[0], B[0, 0])
---- schedule
p, inner = extract_subproc(p, block=p.find('B[_] = _').expand(0, 0), name='inner')
p, outer = extract_subproc(p, block=p.find('w = _').expand(0, 1), name='outer')
p = reorder_stmts(p, block=p.find('C[_] += _').expand(0, 1))
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM, B: f32[n, n] @ DRAM, C: f32[n, n] @ DRAM):
    outer(n, m, A, B)
    C[0, 0] += 0.0
