def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = set_memory(p, 'A', DRAM_STATIC)
---- expect
def p(n: size, A: f32[n] @ DRAM_STATIC):
    for i in seq(0, n):
        A[i] = 0.0
