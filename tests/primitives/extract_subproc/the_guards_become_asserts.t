def p(n: size, m: size, flag: bool, A: f32[n] @ DRAM):
    if flag:
        if m <= n:
            for i in seq(0, m):
                if flag:
                    A[i] = 1.0
---- schedule
p, micro = extract_subproc(p, 'for i in _: _', 'micro')
micro = partial_eval(micro, [2, 3])
---- expect error partial_eval.S2
m <= n
