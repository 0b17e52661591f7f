def f(k: bool, x: [f32][4] @ DRAM):
    if k:
        x[0] = 1.0
    if k:
        x[1] = 1.0
def p(n: size, A: f32[4] @ DRAM):
    if n > 2:
        A[0] = 1.0
    if n > 3:
        A[1] = 1.0
---- schedule
p = replace(p, 'if _: _ #0', f)
---- expect error replace.S1
n > 3
