def f(x: f32, y: [f32][4]):
    y[1] = x
def p(A: f32[4]):
    x: f32
    x = A[0]
    f(x, A[0:4])
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R3
x is passed on here
