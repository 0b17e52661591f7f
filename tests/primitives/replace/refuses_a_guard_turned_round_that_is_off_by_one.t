def masked(m: size, dst: [f32][m], src: [f32][m]):
    for i in seq(0, 8):
        if i < m:
            dst[i] = src[i]
def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    for io in seq(0, (n + 7) / 8):
        for ii in seq(0, 8):
            if n == 8 * io + ii:
                A[8 * io + ii] = B[8 * io + ii]
---- schedule
p = replace(p, 'for ii in _: _', masked)
---- expect error replace.R1
another condition
