def g(x: [f32][4] @ DRAM):
    x[0] = 1.0
def f(x: [f32][4] @ DRAM):
    x[1] = 2.0
    g(x)
def p(A: f32[8] @ DRAM):
    A[1] = 2.0
    g(A[1:5])
---- schedule
p = replace(p, 'A[_] = _', f)
---- expect error replace.S1
A[1:5] is A[0:4]
