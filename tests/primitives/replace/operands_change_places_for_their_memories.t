memory V:
    holds f32[4] as vec
def fma(dst: [f32][4] @ V, lhs: [f32][4] @ V, rhs: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] += lhs[i] * rhs[i]
def p(x: f32[4] @ DRAM, a: f32[4] @ V, c: f32[4] @ V):
    for i in seq(0, 4):
        c[i] += x[i] * a[i]
---- schedule
p = replace(p, 'for i in _: _', fma)
---- expect
def p(x: f32[4] @ DRAM, a: f32[4] @ V, c: f32[4] @ V):
    fma(c[0:4], a[0:4], x[0:4])
