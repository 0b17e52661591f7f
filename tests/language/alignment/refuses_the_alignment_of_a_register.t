# hwlib avx512
def p(a: f32[16] @ AVX512):
    assert aligned(a, 64)
    pass
---- expect error type
`a` is in registers (AVX512), which have no address
