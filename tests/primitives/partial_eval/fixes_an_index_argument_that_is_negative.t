def p(k: index, n: size, A: f32[n] @ DRAM):
    assert k <= 0
    for i in seq(0, n):
        if i + k >= 0:
            A[i + k] = 1.0
---- schedule
p = partial_eval(p, [-1])
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i + -1 >= 0:
            A[i + -1] = 1.0
