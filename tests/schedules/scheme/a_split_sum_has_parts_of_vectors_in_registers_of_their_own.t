# hwlib avx2
def convolution(O: f32[2, 3, 12] @ DRAM, F: f32[5, 24] @ DRAM, I: f32[3, 5] @ DRAM):
    for p in seq(0, 3):
        for k in seq(0, 24):
            for c in seq(0, 5):
                O[k / 12, p, k % 12] += F[c, k] * I[p, c]
---- schedule
p = scheme(p, 'p', 'Prefetch(F, 0) R(c) R(p) R(k) U(3, k) V(4, k)')
---- expect
def convolution(O: f32[2, 3, 12] @ DRAM, F: f32[5, 24] @ DRAM, I: f32[3, 5] @ DRAM):
    for c in seq(0, 5):
        for p in seq(0, 3):
            for kt in seq(0, 2):
                O_tile: f32[3, 8] @ AVX2
                mm256_maskz_loadu_ps(4, O_tile[0, 0:8], O[kt, p, 0:4])
                mm256_maskz_loadu_ps(4, O_tile[1, 0:8], O[kt, p, 4:8])
                mm256_maskz_loadu_ps(4, O_tile[2, 0:8], O[kt, p, 8:12])
                F_v: f32[8] @ AVX2
                mm256_mask_loadu_ps(4, F_v[0:8], F[c, 12 * kt:12 * kt + 4])
                mm256_mask_fmadd_bcast_ps(4, O_tile[0, 0:8], F_v[0:8], I[p, c:c + 1])
                F_v_1: f32[8] @ AVX2
                mm256_mask_loadu_ps(4, F_v_1[0:8], F[c, 12 * kt + 4:12 * kt + 8])
                mm256_mask_fmadd_bcast_ps(4, O_tile[1, 0:8], F_v_1[0:8], I[p, c:c + 1])
                F_v_2: f32[8] @ AVX2
                mm256_mask_loadu_ps(4, F_v_2[0:8], F[c, 12 * kt + 8:12 * kt + 12])
                mm256_mask_fmadd_bcast_ps(4, O_tile[2, 0:8], F_v_2[0:8], I[p, c:c + 1])
                mm256_mask_storeu_ps(4, O[kt, p, 0:4], O_tile[0, 0:8])
                mm256_mask_storeu_ps(4, O[kt, p, 4:8], O_tile[1, 0:8])
                mm256_mask_storeu_ps(4, O[kt, p, 8:12], O_tile[2, 0:8])
