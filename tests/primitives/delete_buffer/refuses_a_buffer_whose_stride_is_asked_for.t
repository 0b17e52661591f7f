def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    if stride(x, 0) == 1:
        A[0] = 0.0
---- schedule
p = delete_buffer(p, 'x')
---- expect error delete_buffer.R2
x is used by if stride(x, 0) == 1
