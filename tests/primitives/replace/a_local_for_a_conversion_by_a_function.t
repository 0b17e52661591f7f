def widen(a: [bf16][16] @ DRAM, y: [f32][16] @ DRAM):
    assert stride(a, 0) == 1
    assert stride(y, 0) == 1
    for i in seq(0, 16):
        y[i] = f32(a[i])
def p(A: bf16[16], C: f32[16]):
    for i in seq(0, 16):
        x: f32
        x = A[i]
        C[i] = x
---- schedule
p = replace(p, 'for i in _: _', widen)
---- expect
def p(A: bf16[16] @ DRAM, C: f32[16] @ DRAM):
    widen(A[0:16], C[0:16])
