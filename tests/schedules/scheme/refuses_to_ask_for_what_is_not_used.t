# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 12):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(D) R(j) R(i) R(k) U(2, i) V(j)')
---- expect error scheme
Prefetch(D): the sum does not use it
