def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        x = A[i]
    y: f32 @ DRAM
    y = A[0]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.R2
y is allocated where x is not known
