def f(b: bool, x: [f32][4] @ DRAM):
    if b:
        x[0] = 1.0
def p(n: size, A: f32[4] @ DRAM):
    if n > 3:
        A[0] = 1.0
---- schedule
p = replace(p, 'if _: _', f)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    f(n > 3, A[0:4])
