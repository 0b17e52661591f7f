def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = B[i] + 1.0
        A[i] += 2.0
---- schedule
p = stage_mem(p, 'A = _; A += _', 'A[i]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32 @ DRAM
        t = B[i] + 1.0
        t += 2.0
        A[i] = t
