def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
---- schedule
p = set_window(p, 'x', True)
---- expect error set_window.R1
x is not a tensor argument
