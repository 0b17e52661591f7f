def conv(k: index, dst: [f32][4] @ DRAM, src: [f32][8] @ DRAM):
    assert k >= 0
    assert k <= 4
    for i in seq(0, 4):
        dst[i] += src[i + k]
def p(A: f32[64] @ DRAM, B: f32[4] @ DRAM):
    for r in seq(0, 5):
        for i in seq(0, 4):
            B[i] += A[9 * r + i + 3]
    for r in seq(0, 5):
        for i in seq(0, 4):
            B[i] += A[8 * r + i + 3]
---- schedule
p = replace(p, 'for i in _: _ #1', conv)
p = replace(p, 'for i in _: _', conv)
---- expect
def p(A: f32[64] @ DRAM, B: f32[4] @ DRAM):
    for r in seq(0, 5):
        conv(0, B[0:4], A[9 * r + 3:9 * r + 11])
    for r in seq(0, 5):
        conv(3, B[0:4], A[8 * r:8 * r + 8])
