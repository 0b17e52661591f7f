memory Own:
    like DRAM
    align 128
    allocate "aligned_alloc(128, ({bytes} + 127) / 128 * 128)"
    free "free({name})"
def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p():
    t: f32[16] @ Own
    f(t)
---- expect
def p():
    t: f32[16] @ Own
    f(t)
