def f(n: size, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        if i < n:
            dst[i] = src[i]
        else:
            dst[i] = 0.0
def p(n: size, x: f32[n] @ DRAM, r: f32[4] @ DRAM):
    assert n <= 4
    for i in seq(0, 4):
        if i < n:
            r[i] = x[i]
        else:
            r[i] = 0.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S3
x[0:4]
