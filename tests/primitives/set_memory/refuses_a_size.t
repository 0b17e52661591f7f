def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = set_memory(p, 'n', DRAM_STACK)
---- expect error set_memory.R1
n is a control variable
