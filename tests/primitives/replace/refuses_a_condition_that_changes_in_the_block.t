def f(k: bool, n: size, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        if k:
            x[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i > 2:
            A[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.R1
i > 2
