def f(x: [f32][2] @ DRAM):
    if stride(x, 0) == 1:
        x[0] = 1.0
    else:
        x[0] = 2.0
def p(x: f32[4] @ DRAM):
    if stride(x, 0) == 2:
        x[0] = 1.0
    else:
        x[0] = 2.0
---- schedule
p = replace(p, 'if _: _', f)
---- expect error replace.S1
stride(x, 0) == 2 and stride(x, 0) == 1
