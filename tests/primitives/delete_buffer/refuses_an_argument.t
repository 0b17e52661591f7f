def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    A[0] = 0.0
---- schedule
p = delete_buffer(p, 'B')
---- expect error delete_buffer.R1
B is an argument
