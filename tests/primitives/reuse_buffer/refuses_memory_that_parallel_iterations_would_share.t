def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in par(0, n):
        y: f32 @ DRAM
        y = A[i]
        A[i] = y + 1.0
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S3
parallel loop i
