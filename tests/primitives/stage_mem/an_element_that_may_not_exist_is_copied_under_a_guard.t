def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n + 1):
        if i < n:
            A[i] += 1.0
---- schedule
p = stage_mem(p, 'if _: _', 'A[i]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n + 1):
        t: f32 @ DRAM
        if i < n:
            t = A[i]
        if i < n:
            t += 1.0
        if i < n:
            A[i] = t
