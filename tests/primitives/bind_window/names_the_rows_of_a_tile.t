def p(K: size, A: f32[8, K] @ DRAM, s: f32[8] @ DRAM):
    for k in seq(0, K):
        for i in seq(0, 4):
            s[i] += A[i, k]
        for i in seq(4, 8):
            s[i] += A[i, k]
---- schedule
p = bind_window(p, 'for k in _: _', 'A[4:8, 0:K]', 'low')
---- expect
def p(K: size, A: f32[8, K] @ DRAM, s: f32[8] @ DRAM):
    low = A[4:8, 0:K]
    for k in seq(0, K):
        for i in seq(0, 4):
            s[i] += A[i, k]
        for i in seq(4, 8):
            s[i] += low[i - 4, k]
