def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
---- schedule
p = reuse_buffer(p, 'A', 'x')
---- expect error reuse_buffer.R1
A is an argument
