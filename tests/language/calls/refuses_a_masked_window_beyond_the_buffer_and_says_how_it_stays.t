def masked(m: size, dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        if i < m:
            dst[i] = src[i]
def p(n: size, A: f32[n], B: f32[n]):
    for io in seq(0, (n + 7) / 8):
        masked(n - 8 * io, A[8 * io:8 * io + 8], B[8 * io:8 * io + 8])
---- schedule
---- expect error bounds
masked masks elements past a length. Declare the argument `src: [f32][m]`
