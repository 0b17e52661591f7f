def mm(M: size, N: size, K: size, A: f32[M, K] @ DRAM, B: f32[K, N] @ DRAM, C: f32[M, N] @ DRAM):
    for k in seq(0, K):
        for i in seq(0, M):
            for j in seq(0, N):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = partial_eval(p, K=4, M=8)
---- expect
def mm(N: size, A: f32[8, 4] @ DRAM, B: f32[4, N] @ DRAM, C: f32[8, N] @ DRAM):
    for k in seq(0, 4):
        for i in seq(0, 8):
            for j in seq(0, N):
                C[i, j] += A[i, k] * B[k, j]
