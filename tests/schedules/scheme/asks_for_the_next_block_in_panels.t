# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[10, 9, 4] @ DRAM, C: f32[6, 40] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 40):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[j / 4, k, j % 4]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, next) Prefetch(B, 0) T(2, j) R(i) R(k) U(2, i) U(5, j) V(j)')
---- expect
def product(A: f32[6, 9] @ DRAM, B: f32[10, 9, 4] @ DRAM, C: f32[6, 40] @ DRAM):
    for jt in seq(0, 2):
        for it in seq(0, 3):
            C_tile: f32[2, 5, 4] @ Neon
            neon_vld_4xf32(C_tile[0, 0, 0:4], C[2 * it, 20 * jt:20 * jt + 4])
            neon_vld_4xf32(C_tile[0, 1, 0:4], C[2 * it, 20 * jt + 4:20 * jt + 8])
            neon_vld_4xf32(C_tile[0, 2, 0:4], C[2 * it, 20 * jt + 8:20 * jt + 12])
            neon_vld_4xf32(C_tile[0, 3, 0:4], C[2 * it, 20 * jt + 12:20 * jt + 16])
            neon_vld_4xf32(C_tile[0, 4, 0:4], C[2 * it, 20 * jt + 16:20 * jt + 20])
            neon_vld_4xf32(C_tile[1, 0, 0:4], C[1 + 2 * it, 20 * jt:20 * jt + 4])
            neon_vld_4xf32(C_tile[1, 1, 0:4], C[1 + 2 * it, 20 * jt + 4:20 * jt + 8])
            neon_vld_4xf32(C_tile[1, 2, 0:4], C[1 + 2 * it, 20 * jt + 8:20 * jt + 12])
            neon_vld_4xf32(C_tile[1, 3, 0:4], C[1 + 2 * it, 20 * jt + 12:20 * jt + 16])
            neon_vld_4xf32(C_tile[1, 4, 0:4], C[1 + 2 * it, 20 * jt + 16:20 * jt + 20])
            for k in seq(0, 9):
                B_tile: f32[5, 4] @ Neon
                neon_prefetch_ahead_l2(B[5 * jt + 2 * it, k, 0:1], 5 * stride(B, 0))
                neon_prefetch_ahead_l2(B[5 * jt + (it * 2 + 1) % 5, k, 0:1], 5 * stride(B, 0))
                neon_vld_4xf32(B_tile[0, 0:4], B[5 * jt, k, 0:4])
                neon_vld_4xf32(B_tile[1, 0:4], B[1 + 5 * jt, k, 0:4])
                neon_vld_4xf32(B_tile[2, 0:4], B[2 + 5 * jt, k, 0:4])
                neon_vld_4xf32(B_tile[3, 0:4], B[3 + 5 * jt, k, 0:4])
                neon_vld_4xf32(B_tile[4, 0:4], B[4 + 5 * jt, k, 0:4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0, 0:4], B_tile[0, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 1, 0:4], B_tile[1, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 2, 0:4], B_tile[2, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 3, 0:4], B_tile[3, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 4, 0:4], B_tile[4, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0, 0:4], B_tile[0, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 1, 0:4], B_tile[1, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 2, 0:4], B_tile[2, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 3, 0:4], B_tile[3, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 4, 0:4], B_tile[4, 0:4], A[1 + 2 * it, k:k + 1])
            neon_vst_4xf32(C[2 * it, 20 * jt:20 * jt + 4], C_tile[0, 0, 0:4])
            neon_vst_4xf32(C[2 * it, 20 * jt + 4:20 * jt + 8], C_tile[0, 1, 0:4])
            neon_vst_4xf32(C[2 * it, 20 * jt + 8:20 * jt + 12], C_tile[0, 2, 0:4])
            neon_vst_4xf32(C[2 * it, 20 * jt + 12:20 * jt + 16], C_tile[0, 3, 0:4])
            neon_vst_4xf32(C[2 * it, 20 * jt + 16:20 * jt + 20], C_tile[0, 4, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 20 * jt:20 * jt + 4], C_tile[1, 0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 20 * jt + 4:20 * jt + 8], C_tile[1, 1, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 20 * jt + 8:20 * jt + 12], C_tile[1, 2, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 20 * jt + 12:20 * jt + 16], C_tile[1, 3, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 20 * jt + 16:20 * jt + 20], C_tile[1, 4, 0:4])
