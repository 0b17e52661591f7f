def masked(m: size, dst: [f32][m], src: [f32][m]):
    for i in seq(0, 8):
        if i < m:
            dst[i] = src[i]
def p(n: size, A: f32[n], B: f32[n]):
    for io in seq(0, (n + 7) / 8):
        for ii in seq(0, 8):
            if n > 8 * io + ii:
                A[8 * io + ii] = B[8 * io + ii]
---- schedule
p = replace(p, 'for ii in _: _', masked)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for io in seq(0, (n + 7) / 8):
        masked(n - 8 * io, A[8 * io:n], B[8 * io:n])
