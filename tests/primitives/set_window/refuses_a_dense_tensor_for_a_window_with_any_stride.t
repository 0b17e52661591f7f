def p(n: size, A: [f32][n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = set_window(p, 'A', False)
---- expect error set_window.S2
the strides of A are those of a dense tensor
