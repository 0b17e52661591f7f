# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 12):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(A, 4) R(j) R(i) R(k) U(2, i) V(j)')
---- expect error scheme
Prefetch of A: no tile has vectors of it that serve several sums
single elements are asked for by Prefetch(A, next)
