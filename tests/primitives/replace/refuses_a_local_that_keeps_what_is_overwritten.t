def twice(a: [bf16][16] @ DRAM, y: [f32][16] @ DRAM):
    assert stride(a, 0) == 1
    assert stride(y, 0) == 1
    for i in seq(0, 16):
        a[i] = 0.0
        y[i] = f32(a[i])
def p(A: bf16[16], C: f32[16]):
    for i in seq(0, 16):
        x: f32
        x = A[i]
        A[i] = 0.0
        C[i] = x
---- schedule
p = replace(p, 'for i in _: _', twice)
---- expect error replace.R1
does not unify
