def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for i in seq(0, n):
        A[i, 0] = 1.0
---- schedule
p = partial_eval(p, [4, 4], ['n', 'n'])
---- expect error partial_eval.R1
'n' is given twice
