def p(flag: bool, A: f32[4] @ DRAM):
    if flag:
        A[0] = 1.0
---- schedule
p = partial_eval(p, [2])
---- expect error partial_eval.R1
flag
