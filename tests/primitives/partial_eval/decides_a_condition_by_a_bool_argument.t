def p(flag: bool, n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if flag:
            A[i] = 1.0
        else:
            A[i] = 2.0
---- schedule
p = partial_eval(p, [True, 4])
---- expect
TODO
