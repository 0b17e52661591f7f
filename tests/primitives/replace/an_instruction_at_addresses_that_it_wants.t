# hwlib avx512
def p(n: size, x: f32[16 * n], y: f32[16 * n]):
    assert aligned(x, 64)
    assert aligned(y, 64)
    for i in seq(0, n):
        t: f32[16] @ AVX512
        for j in seq(0, 16):
            t[j] = y[16 * i + j]
        for j in seq(0, 16):
            x[16 * i + j] = t[j]
---- schedule
p = replace(p, 'for j in _: _ #1', avx512.mm512_stream_ps)
p = replace(p, 'for j in _: _', avx512.mm512_load_ps)
---- expect
def p(n: size, x: f32[16 * n] @ DRAM, y: f32[16 * n] @ DRAM):
    assert aligned(x, 64)
    assert aligned(y, 64)
    for i in seq(0, n):
        t: f32[16] @ AVX512
        mm512_load_ps(t[0:16], y[16 * i:16 * i + 16])
        mm512_stream_ps(x[16 * i:16 * i + 16], t[0:16])
