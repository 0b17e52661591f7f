# hwlib avx512
def p(n: size, A: f32[n, 16], B: f32[n, 16]):
    for i in seq(0, n):
        if i + 1 < n:
            B[i, 0] = 0.0
        for j in seq(0, 16):
            B[i, j] = A[i, j]
---- schedule
p = insert_noop_call(p, p.find('B[_] = _').after(), avx512.mm512_prefetch, ['A[i + 1, 0:1]'])
---- expect
def p(n: size, A: f32[n, 16] @ DRAM, B: f32[n, 16] @ DRAM):
    for i in seq(0, n):
        if i + 1 < n:
            B[i, 0] = 0.0
            mm512_prefetch(A[i + 1, 0:1])
        for j in seq(0, 16):
            B[i, j] = A[i, j]
