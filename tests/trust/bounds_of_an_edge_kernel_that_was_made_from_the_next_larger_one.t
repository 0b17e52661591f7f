def one_by_two(k: size, A: f32[1, k], B: f32[k, 2], C: f32[2, 2]):
    for p in seq(0, k):
        a0: f32
        a1: f32
        a0 = A[0, p]
        a1 = A[1, p]
        for j in seq(0, 2):
            C[0, j] += a0 * B[p, j]
---- expect error bounds
counterexample
