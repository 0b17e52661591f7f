def f(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM):
    for i in seq(0, n):
        y[i] = x[i]
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    f(n, A, B)
---- schedule
p = bind_expr(p, p.find('f(_)').child(1), 'a')
---- expect error bind_expr.R1
whole tensor
