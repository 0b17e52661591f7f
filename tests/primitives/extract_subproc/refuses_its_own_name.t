def mm(M: size, N: size, K: size, A: f32[M, K] @ DRAM, B: f32[K, N] @ DRAM, C: f32[M, N] @ DRAM):
    for k in seq(0, K):
        for i in seq(0, M):
            for j in seq(0, N):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p, f = extract_subproc(p, 'for i in _: _', 'mm')
---- expect error extract_subproc.R1
mm
