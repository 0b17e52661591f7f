def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    f(n, A[0:n])
---- schedule
p = set_precision(p, 'A', 'f16')
---- expect error set_precision.R3
f takes dst as f32
