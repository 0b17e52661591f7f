memory Loose:
    like DRAM
    align 16
def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p():
    t: f32[16] @ Loose
    f(t)
---- expect error align
address_t/16 = 
