def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    y: f32 @ DRAM
    y = A[0]
---- schedule
p = reuse_buffer(p, 'y', 'x')
---- expect error reuse_buffer.R2
x is allocated where y is not known
