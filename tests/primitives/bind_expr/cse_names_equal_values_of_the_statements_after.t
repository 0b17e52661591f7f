def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        B[i] = A[i] * A[i] + 1.0
        pass
        for j in seq(0, i):
            if j < 3:
                C[j] += A[i] * A[i]
        A[i] = A[i] * A[i]
        C[i] = A[i] * A[i]
---- schedule
p = bind_expr(p, 'A[_] * A[_]', 'a', cse=True)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, C: f32[n] @ DRAM):
    for i in seq(0, n):
        a: f32 @ DRAM
        a = A[i] * A[i]
        B[i] = a + 1.0
        pass
        for j in seq(0, i):
            if j < 3:
                C[j] += a
        A[i] = a
        C[i] = A[i] * A[i]
