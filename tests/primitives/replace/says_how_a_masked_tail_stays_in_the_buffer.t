def masked(m: size, dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        if i < m:
            dst[i] = src[i]
def p(n: size, A: f32[n], B: f32[n]):
    for io in seq(0, (n + 7) / 8):
        for ii in seq(0, 8):
            if 8 * io + ii < n:
                A[8 * io + ii] = B[8 * io + ii]
---- schedule
p = replace(p, 'for ii in _: _', masked)
---- expect error replace.S3
masked masks elements past a length. Declare the argument `src: [f32][m]`
