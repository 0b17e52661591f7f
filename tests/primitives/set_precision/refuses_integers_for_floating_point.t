def p(n: size, A: f32[n] @ DRAM):
    A[0] = 0.5
---- schedule
p = set_precision(p, 'A', 'i8')
---- expect error set_precision.R4
another kind of number
