# hwlib avx2
def dots(C: f32[6, 2] @ DRAM, A: f32[6, 16] @ DRAM, B: f32[2, 16] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 2):
            for k in seq(0, 16):
                C[i, j] += A[i, k] * B[j, k]
---- schedule
p = scheme(p, 'i', 'R(i) R(k) U(3, i) U(2, j) V(k)')
---- expect
def dots(C: f32[6, 2] @ DRAM, A: f32[6, 16] @ DRAM, B: f32[2, 16] @ DRAM):
    C_lanes: f32[6, 2, 8] @ DRAM
    for it in seq(0, 2):
        C_lanes_tile: f32[3, 2, 1, 8] @ AVX2
        mm256_setzero_ps(C_lanes_tile[0, 0, 0, 0:8])
        mm256_setzero_ps(C_lanes_tile[0, 1, 0, 0:8])
        mm256_setzero_ps(C_lanes_tile[1, 0, 0, 0:8])
        mm256_setzero_ps(C_lanes_tile[1, 1, 0, 0:8])
        mm256_setzero_ps(C_lanes_tile[2, 0, 0, 0:8])
        mm256_setzero_ps(C_lanes_tile[2, 1, 0, 0:8])
        for k in seq(0, 2):
            A_tile: f32[3, 8] @ AVX2
            mm256_loadu_ps(A_tile[0, 0:8], A[3 * it, 8 * k:8 * k + 8])
            mm256_loadu_ps(A_tile[1, 0:8], A[1 + 3 * it, 8 * k:8 * k + 8])
            mm256_loadu_ps(A_tile[2, 0:8], A[2 + 3 * it, 8 * k:8 * k + 8])
            B_tile: f32[2, 8] @ AVX2
            mm256_loadu_ps(B_tile[0, 0:8], B[0, 8 * k:8 * k + 8])
            mm256_loadu_ps(B_tile[1, 0:8], B[1, 8 * k:8 * k + 8])
            mm256_fmadd_ps(C_lanes_tile[0, 0, 0, 0:8], A_tile[0, 0:8], B_tile[0, 0:8])
            mm256_fmadd_ps(C_lanes_tile[0, 1, 0, 0:8], A_tile[0, 0:8], B_tile[1, 0:8])
            mm256_fmadd_ps(C_lanes_tile[1, 0, 0, 0:8], A_tile[1, 0:8], B_tile[0, 0:8])
            mm256_fmadd_ps(C_lanes_tile[1, 1, 0, 0:8], A_tile[1, 0:8], B_tile[1, 0:8])
            mm256_fmadd_ps(C_lanes_tile[2, 0, 0, 0:8], A_tile[2, 0:8], B_tile[0, 0:8])
            mm256_fmadd_ps(C_lanes_tile[2, 1, 0, 0:8], A_tile[2, 0:8], B_tile[1, 0:8])
        mm256_storeu_ps(C_lanes[3 * it, 0, 0:8], C_lanes_tile[0, 0, 0, 0:8])
        mm256_storeu_ps(C_lanes[3 * it, 1, 0:8], C_lanes_tile[0, 1, 0, 0:8])
        mm256_storeu_ps(C_lanes[1 + 3 * it, 0, 0:8], C_lanes_tile[1, 0, 0, 0:8])
        mm256_storeu_ps(C_lanes[1 + 3 * it, 1, 0:8], C_lanes_tile[1, 1, 0, 0:8])
        mm256_storeu_ps(C_lanes[2 + 3 * it, 0, 0:8], C_lanes_tile[2, 0, 0, 0:8])
        mm256_storeu_ps(C_lanes[2 + 3 * it, 1, 0:8], C_lanes_tile[2, 1, 0, 0:8])
    for i in seq(0, 6):
        for j in seq(0, 2):
            lanes: f32[8] @ AVX2
            mm256_loadu_ps(lanes[0:8], C_lanes[i, j, 0:8])
            mm256_reduce_add_ps(C[i, j:j + 1], lanes[0:8])
