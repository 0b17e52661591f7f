# hwlib avx512
def p(n: size, x: f32[16 * n], y: f32[16 * n + 1]):
    assert aligned(x, 64)
    assert aligned(y, 64)
    for i in seq(0, n):
        t: f32[16] @ AVX512
        for j in seq(0, 16):
            t[j] = y[16 * i + j + 1]
        for j in seq(0, 16):
            x[16 * i + j] = t[j]
---- schedule
p = replace(p, 'for j in _: _ #1', avx512.mm512_stream_ps)
p = replace(p, 'for j in _: _', avx512.mm512_load_ps)
---- expect error replace.S2
the address of y[16 * i + 1:16 * i + 17], which mm512_load_ps takes as src, is a multiple of 64 bytes
