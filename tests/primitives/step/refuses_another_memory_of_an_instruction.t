# hwlib avx512
def p(A: f32[16], B: f32[16]):
    for i in seq(0, 16):
        B[i] = A[i]
---- schedule
cp = set_memory(avx512.mm512_copy_ps, 'dst', DRAM)
cp = set_memory(cp, 'src', DRAM)
p = replace(p, 'for i in _: _', cp)
---- expect error step.S1
dst is in AVX512, and would be in DRAM
