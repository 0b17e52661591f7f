def copy(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]
def p(n: size, A: f32[4 * n] @ DRAM, B: f32[4 * n] @ DRAM):
    t: f32[4 * n] @ DRAM
    for i in seq(0, n):
        copy(t[4 * i:4 * i + 4], A[4 * i:4 * i + 4])
        copy(B[4 * i:4 * i + 4], t[4 * i:4 * i + 4])
---- schedule
p = resize_dim(p, 't', 0, 8, 0, fold=True)
---- expect
def p(n: size, A: f32[4 * n] @ DRAM, B: f32[4 * n] @ DRAM):
    t: f32[8] @ DRAM
    for i in seq(0, n):
        copy(t[4 * (i % 2):4 * (i % 2) + 4], A[4 * i:4 * i + 4])
        copy(B[4 * i:4 * i + 4], t[4 * (i % 2):4 * (i % 2) + 4])
