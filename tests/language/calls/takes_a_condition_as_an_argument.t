def f(b: bool, n: index, x: [f32][4]):
    if b:
        x[0] = 0.0
def p(n: index, A: f32[4]):
    f(n < 2 and n > 0, n / 2, A[0:4])
---- expect
def p(n: index, A: f32[4] @ DRAM):
    f(n < 2 and n > 0, n / 2, A[0:4])
