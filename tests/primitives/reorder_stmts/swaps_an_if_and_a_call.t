def f(n: size, y: [f32][n]):
    for i in seq(0, n):
        y[i] += 1.0
def p(n: size, A: f32[2 * n], x: f32):
    if n > 4:
        x = A[0]
    f(n, A[n:2 * n])
---- schedule
p = reorder_stmts(p, 'if _: _ ; f(_)')
---- expect
def p(n: size, A: f32[2 * n] @ DRAM, x: f32 @ DRAM):
    f(n, A[n:2 * n])
    if n > 4:
        x = A[0]
