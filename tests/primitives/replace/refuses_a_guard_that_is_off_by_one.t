memory V:
    holds f32[4] as vec
def two_below(dst: [f32][4] @ V, src: [f32][2] @ DRAM):
    for i in seq(0, 4):
        if i < 2:
            dst[i] = src[i]
        else:
            dst[i] = 0.0
def p(m: size, x: f32[m + 1] @ DRAM, r: f32[4] @ V):
    assert m <= 3
    for i in seq(0, 4):
        if i < m + 1:
            r[i] = x[i]
        else:
            r[i] = 0.0
---- schedule
p = replace(p, 'for i in _: _', two_below)
---- expect error replace.S1
the conditions i < m + 1 and i < 2 agree
