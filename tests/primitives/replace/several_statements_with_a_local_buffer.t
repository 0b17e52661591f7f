def f(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    t: f32[4] @ DRAM
    for i in seq(0, 4):
        t[i] = src[i] + 1.0
    for i in seq(0, 4):
        dst[i] = t[3 - i]
def p(A: f32[2, 4] @ DRAM):
    u: f32[4] @ DRAM
    for i in seq(0, 4):
        u[i] = A[0, i] + 1.0
    for i in seq(0, 4):
        A[1, i] = u[3 - i]
---- schedule
p = replace(p, 'u : _', f)
---- expect
def p(A: f32[2, 4] @ DRAM):
    f(A[1, 0:4], A[0, 0:4])
