def p(n: size, A: f32[n] @ DRAM):
    for i in seq(1, n):
        A[i] += A[i - 1]
---- schedule
p = stage_mem(p, 'A[_] += _', 'A[i]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(1, n):
        t: f32 @ DRAM
        t = A[i]
        t += A[i - 1]
        A[i] = t
