def f(src: [f32][2] @ DRAM, dst: [f32][2] @ DRAM):
    assert stride(src, 0) == 4
    for i in seq(0, 2):
        dst[i] = src[i]
def p(A: f32[2] @ DRAM):
    x: f32[2, 4] @ DRAM
    for i in seq(0, 2):
        x[i, 0] = A[i]
    f(x[0:2, 0], A[0:2])
---- schedule
p = resize_dim(p, 'x', 1, 1, 0)
---- expect error resize_dim.S3
stride(src, 0) == 4
