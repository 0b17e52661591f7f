def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for i in seq(0, n):
        A[i, 0] = 1.0
---- schedule
p = partial_eval(p, A=4)
---- expect error partial_eval.R1
no size or index argument 'A'
known: n, m
