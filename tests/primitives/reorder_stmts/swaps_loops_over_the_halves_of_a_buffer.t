def p(n: size, A: f32[2 * n], B: f32[n]):
    for i in seq(0, n):
        A[i] = B[i]
    for j in seq(n, 2 * n):
        A[j] += B[j - n]
---- schedule
p = reorder_stmts(p, p.find('for i in _: _').expand(0, 1))
---- expect
def p(n: size, A: f32[2 * n] @ DRAM, B: f32[n] @ DRAM):
    for j in seq(n, 2 * n):
        A[j] += B[j - n]
    for i in seq(0, n):
        A[i] = B[i]
