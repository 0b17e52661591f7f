def f(l: index, dst: [f32][4] @ DRAM, lhs: [f32][4] @ DRAM, rhs: [f32][8] @ DRAM):
    assert 0 <= l
    assert l < 4
    for i in seq(0, 4):
        dst[i] += lhs[i] * rhs[l]
def p(a: f32[4] @ DRAM, b: f32[8] @ DRAM, c: f32[8, 4] @ DRAM):
    for j in seq(0, 8):
        for i in seq(0, 4):
            c[j, i] += a[i] * b[j]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S2
l < 4
