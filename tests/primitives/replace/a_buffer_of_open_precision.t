def load(dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        dst[i] = src[i]
def p(A: f32[8], B: f32[8]):
    x: R[8]
    for i in seq(0, 8):
        x[i] = A[i]
    for i in seq(0, 8):
        B[i] = 2.0 * x[i]
---- schedule
p = replace(p, 'for i in _: _', load)
p = set_precision(p, 'x', 'f32')
---- expect
def p(A: f32[8] @ DRAM, B: f32[8] @ DRAM):
    x: f32[8] @ DRAM
    load(x[0:8], A[0:8])
    for i in seq(0, 8):
        B[i] = 2.0 * x[i]
