def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
---- schedule
p = delete_buffer(p, 'x')
---- expect error delete_buffer.R2
x is used by for i in seq(0, n)
