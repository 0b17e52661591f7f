def gemm(M: size, N: size, K: size, A: f32[M, K], B: f32[K, N], C: f32[M, N]):
    for k in seq(0, K):
        for i in seq(0, M):
            for j in seq(0, N):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = parallelize_loop(p, 'k')
---- expect error parallelize_loop.S1
counterexample
