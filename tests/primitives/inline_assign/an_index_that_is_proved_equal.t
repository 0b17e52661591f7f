def p(n: size, A: f32[n], B: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = A[i]
        for k in seq(i, i + 1):
            B[k] = t[k]
---- schedule
p = inline_assign(p, 't[_] = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in seq(0, n):
        for k in seq(i, i + 1):
            B[k] = A[i]
