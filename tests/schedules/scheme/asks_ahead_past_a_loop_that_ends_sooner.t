# hwlib neon
# 8 steps of r are 3 of k
def product(A: f32[4, 20, 3] @ DRAM, B: f32[20, 3, 8] @ DRAM, C: f32[4, 8] @ DRAM):
    for i in seq(0, 4):
        for j in seq(0, 8):
            for k in seq(0, 20):
                for r in seq(0, 3):
                    C[i, j] += A[i, k, r] * B[k, r, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, 8) R(j) R(i) R(k) U(3, r) U(2, i) V(j)')
---- expect
def product(A: f32[4, 20, 3] @ DRAM, B: f32[20, 3, 8] @ DRAM, C: f32[4, 8] @ DRAM):
    for jt in seq(0, 2):
        for it in seq(0, 2):
            C_tile: f32[2, 4] @ Neon
            neon_vld_4xf32(C_tile[0, 0:4], C[2 * it, 4 * jt:4 * jt + 4])
            neon_vld_4xf32(C_tile[1, 0:4], C[1 + 2 * it, 4 * jt:4 * jt + 4])
            for k in seq(0, 20):
                B_tile: f32[4] @ Neon
                neon_prefetch_ahead(B[k, 0, 4 * jt:4 * jt + 1], 3 * stride(B, 0))
                neon_vld_4xf32(B_tile[0:4], B[k, 0, 4 * jt:4 * jt + 4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile[0:4], A[2 * it, k, 0:1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile[0:4], A[1 + 2 * it, k, 0:1])
                B_tile_1: f32[4] @ Neon
                neon_prefetch_ahead(B[k, 1, 4 * jt:4 * jt + 1], 3 * stride(B, 0))
                neon_vld_4xf32(B_tile_1[0:4], B[k, 1, 4 * jt:4 * jt + 4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile_1[0:4], A[2 * it, k, 1:2])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile_1[0:4], A[1 + 2 * it, k, 1:2])
                B_tile_2: f32[4] @ Neon
                neon_prefetch_ahead(B[k, 2, 4 * jt:4 * jt + 1], 3 * stride(B, 0))
                neon_vld_4xf32(B_tile_2[0:4], B[k, 2, 4 * jt:4 * jt + 4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile_2[0:4], A[2 * it, k, 2:3])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile_2[0:4], A[1 + 2 * it, k, 2:3])
            neon_vst_4xf32(C[2 * it, 4 * jt:4 * jt + 4], C_tile[0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 4 * jt:4 * jt + 4], C_tile[1, 0:4])
