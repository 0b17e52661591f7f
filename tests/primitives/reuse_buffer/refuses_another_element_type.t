def p(n: size, A: f32[n] @ DRAM):
    x: f64[n] @ DRAM
    x[0] = A[0]
    y: f32[n] @ DRAM
    y[0] = A[0]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.R3
x: f64[n] @ DRAM and y: f32[n] @ DRAM
