# hwlib avx2
def dots(C: f32[6, 2] @ DRAM, A: f32[6, 16] @ DRAM, B: f32[2, 16] @ DRAM):
    for i in seq(0, 6):
        for k in seq(0, 16):
            for j in seq(0, 2):
                C[i, j] += A[i, k] * B[j, k]
---- schedule
p = scheme(p, 'i', 'R(i) R(k) U(3, i) U(2, j) V(k)')
---- expect error scheme
the loop over j stands in one of the sum, which is to have lanes
