# hwlib neon
def product(A: f32[4, 9] @ DRAM, B: f32[9, 8] @ DRAM, C: f32[4, 8] @ DRAM):
    for i in seq(0, 4):
        for j in seq(0, 8):
            C[i, j] = 0.0
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'R(j) R(i) T(3, k) Prefetch(C) T(3, k) U(2, i) V(j)')
---- expect error scheme
put it before the loops of the sum
