def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, n / 4):
        A[4 * i + 3] = 1.0
---- schedule
p = partial_eval(p, [6])
---- expect error partial_eval.S2
n % 4 == 0
