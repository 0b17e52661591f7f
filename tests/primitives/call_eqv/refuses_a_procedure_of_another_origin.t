def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def other(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 2.0
def p(A: f32[8] @ DRAM):
    fill(8, A[0:8])
---- schedule
p = call_eqv(p, 'fill(_)', other)
---- expect error call_eqv.S1
fill and other
