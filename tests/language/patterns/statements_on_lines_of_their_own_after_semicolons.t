def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
        B[i] = 2.0
---- schedule
p = reorder_stmts(p, 'A[_] = _;\nB[_] = _;')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] = 2.0
        A[i] = 1.0
