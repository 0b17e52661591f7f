# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 40] @ DRAM, C: f32[6, 40] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 40):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, next) R(j) Pack(B) R(i) R(k) U(2, i) U(2, j) V(j)')
---- expect error scheme
Prefetch(B, next): no loop inside chooses what others in it read again
