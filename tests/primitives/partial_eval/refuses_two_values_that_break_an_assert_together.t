def p(n: size, m: size, A: f32[n] @ DRAM):
    assert m <= n
    for i in seq(0, m):
        A[i] = 1.0
---- schedule
p = partial_eval(p, [2, 3])
---- expect error partial_eval.S2
m <= n
