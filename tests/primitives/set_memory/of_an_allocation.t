def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        x[0] = A[i]
        A[i] = x[0] + x[0]
---- schedule
p = set_memory(p, 'x', DRAM_STACK)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM_STACK
        x[0] = A[i]
        A[i] = x[0] + x[0]
