memory Own:
    like DRAM
    allocate "malloc({bytes})"
    free "free({name})"
def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p():
    t: f32[32]
    f(t[16:32])
---- schedule
p = set_memory(p, 't', Own)
---- expect error step.S2
set_memory would leave a call without the alignment that it needs
the address of t[16:32], which f takes as x, is a multiple of 64 bytes
f(t[16:32])
