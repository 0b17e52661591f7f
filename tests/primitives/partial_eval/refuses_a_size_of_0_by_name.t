def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for i in seq(0, n):
        A[i, 0] = 1.0
---- schedule
p = partial_eval(p, m=0)
---- expect error partial_eval.S1
m = 0 is at least 1
