def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        A[i] += 1.0
---- schedule
p = stage_mem(p, 'A[_] += _', 'A[i]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        t: f32 @ DRAM
        t = A[i]
        t += 1.0
        A[i] = t
