def f(x: f32 @ DRAM):
    x = 1.0
def p(n: size, A: f32[n] @ DRAM):
    f(A[0])
---- schedule
p = bind_expr(p, 'A[_]', 'a')
---- expect error bind_expr.R2
f writes to x
