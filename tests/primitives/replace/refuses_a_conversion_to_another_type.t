def pairs(a: [f32][16] @ DRAM, y: [f32][16] @ DRAM):
    assert stride(a, 0) == 1
    assert stride(y, 0) == 1
    for i in seq(0, 16):
        y[i] += f32(bf16(a[i])) * a[i]
def p(A: f32[16], C: f32[16]):
    for i in seq(0, 16):
        C[i] += f32(f16(A[i])) * A[i]
---- schedule
p = replace(p, 'for i in _: _', pairs)
---- expect error replace.R1
another operation or value
