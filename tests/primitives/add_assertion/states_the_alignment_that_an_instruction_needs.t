# hwlib avx2
def p(n: size, x: f32[8 * n]):
    for i in seq(0, n):
        t: f32[8] @ AVX2
        for j in seq(0, 8):
            t[j] = x[8 * i + j]
---- schedule
p = add_assertion(p, 'aligned(x, 32)')
p = replace(p, 'for j in _: _', avx2.mm256_load_ps)
---- expect
def p(n: size, x: f32[8 * n] @ DRAM):
    assert aligned(x, 32)
    for i in seq(0, n):
        t: f32[8] @ AVX2
        mm256_load_ps(t[0:8], x[8 * i:8 * i + 8])
