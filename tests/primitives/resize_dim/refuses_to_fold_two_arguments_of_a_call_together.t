def f(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0]
    dst[0] += 1.0
def p(A: f32[4] @ DRAM):
    t: f32[4] @ DRAM
    t[0] = A[0]
    f(t[2:3], t[0:1])
    A[0] = t[2]
---- schedule
p = resize_dim(p, 't', 0, 2, 0, fold=True)
---- expect error resize_dim.S6
do not overlap
