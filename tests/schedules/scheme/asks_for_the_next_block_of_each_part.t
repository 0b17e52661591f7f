# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 40] @ DRAM, C: f32[6, 40] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 40):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, next) Lseq(j, a, [(2, 3), (2, 2)]) R(i) R(k) U(2, i) U(a, j) V(j)')
---- expect
def product(A: f32[6, 9] @ DRAM, B: f32[9, 40] @ DRAM, C: f32[6, 40] @ DRAM):
    for jt in seq(0, 2):
        for it in seq(0, 3):
            C_tile: f32[2, 3, 4] @ Neon
            neon_vld_4xf32(C_tile[0, 0, 0:4], C[2 * it, 12 * jt:12 * jt + 4])
            neon_vld_4xf32(C_tile[0, 1, 0:4], C[2 * it, 12 * jt + 4:12 * jt + 8])
            neon_vld_4xf32(C_tile[0, 2, 0:4], C[2 * it, 12 * jt + 8:12 * jt + 12])
            neon_vld_4xf32(C_tile[1, 0, 0:4], C[1 + 2 * it, 12 * jt:12 * jt + 4])
            neon_vld_4xf32(C_tile[1, 1, 0:4], C[1 + 2 * it, 12 * jt + 4:12 * jt + 8])
            neon_vld_4xf32(C_tile[1, 2, 0:4], C[1 + 2 * it, 12 * jt + 8:12 * jt + 12])
            for k in seq(0, 9):
                B_tile: f32[3, 4] @ Neon
                neon_prefetch_ahead_l2(B[k, 12 * jt:12 * jt + 1], 12 * stride(B, 1))
                neon_vld_4xf32(B_tile[0, 0:4], B[k, 12 * jt:12 * jt + 4])
                neon_vld_4xf32(B_tile[1, 0:4], B[k, 12 * jt + 4:12 * jt + 8])
                neon_vld_4xf32(B_tile[2, 0:4], B[k, 12 * jt + 8:12 * jt + 12])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0, 0:4], B_tile[0, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 1, 0:4], B_tile[1, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 2, 0:4], B_tile[2, 0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0, 0:4], B_tile[0, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 1, 0:4], B_tile[1, 0:4], A[1 + 2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 2, 0:4], B_tile[2, 0:4], A[1 + 2 * it, k:k + 1])
            neon_vst_4xf32(C[2 * it, 12 * jt:12 * jt + 4], C_tile[0, 0, 0:4])
            neon_vst_4xf32(C[2 * it, 12 * jt + 4:12 * jt + 8], C_tile[0, 1, 0:4])
            neon_vst_4xf32(C[2 * it, 12 * jt + 8:12 * jt + 12], C_tile[0, 2, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 12 * jt:12 * jt + 4], C_tile[1, 0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 12 * jt + 4:12 * jt + 8], C_tile[1, 1, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 12 * jt + 8:12 * jt + 12], C_tile[1, 2, 0:4])
    for jt_1 in seq(0, 2):
        for it_1 in seq(0, 3):
            C_tile_1: f32[2, 2, 4] @ Neon
            neon_vld_4xf32(C_tile_1[0, 0, 0:4], C[2 * it_1, 8 * jt_1 + 24:8 * jt_1 + 28])
            neon_vld_4xf32(C_tile_1[0, 1, 0:4], C[2 * it_1, 8 * jt_1 + 28:8 * jt_1 + 32])
            neon_vld_4xf32(C_tile_1[1, 0, 0:4], C[1 + 2 * it_1, 8 * jt_1 + 24:8 * jt_1 + 28])
            neon_vld_4xf32(C_tile_1[1, 1, 0:4], C[1 + 2 * it_1, 8 * jt_1 + 28:8 * jt_1 + 32])
            for k in seq(0, 9):
                B_tile_1: f32[2, 4] @ Neon
                neon_prefetch_ahead_l2(B[k, 8 * jt_1 + 24:8 * jt_1 + 25], 8 * stride(B, 1))
                neon_vld_4xf32(B_tile_1[0, 0:4], B[k, 8 * jt_1 + 24:8 * jt_1 + 28])
                neon_vld_4xf32(B_tile_1[1, 0:4], B[k, 8 * jt_1 + 28:8 * jt_1 + 32])
                neon_vfmadd_4xf32_1xf32(C_tile_1[0, 0, 0:4], B_tile_1[0, 0:4], A[2 * it_1, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile_1[0, 1, 0:4], B_tile_1[1, 0:4], A[2 * it_1, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile_1[1, 0, 0:4], B_tile_1[0, 0:4], A[1 + 2 * it_1, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile_1[1, 1, 0:4], B_tile_1[1, 0:4], A[1 + 2 * it_1, k:k + 1])
            neon_vst_4xf32(C[2 * it_1, 8 * jt_1 + 24:8 * jt_1 + 28], C_tile_1[0, 0, 0:4])
            neon_vst_4xf32(C[2 * it_1, 8 * jt_1 + 28:8 * jt_1 + 32], C_tile_1[0, 1, 0:4])
            neon_vst_4xf32(C[1 + 2 * it_1, 8 * jt_1 + 24:8 * jt_1 + 28], C_tile_1[1, 0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it_1, 8 * jt_1 + 28:8 * jt_1 + 32], C_tile_1[1, 1, 0:4])
