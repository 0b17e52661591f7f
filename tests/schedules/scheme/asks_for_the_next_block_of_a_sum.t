# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 40] @ DRAM, C: f32[6, 40] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 40):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, next) T(3, k) T(5, j) R(i) T(3, k) U(2, i) U(2, j) V(j)')
---- expect
def product(A: f32[6, 9] @ DRAM, B: f32[9, 40] @ DRAM, C: f32[6, 40] @ DRAM):
    for kt in seq(0, 3):
        for jt in seq(0, 5):
            for it in seq(0, 3):
                C_tile: f32[2, 2, 4] @ Neon
                neon_vld_4xf32(C_tile[0, 0, 0:4], C[2 * it, 8 * jt:8 * jt + 4])
                neon_vld_4xf32(C_tile[0, 1, 0:4], C[2 * it, 8 * jt + 4:8 * jt + 8])
                neon_vld_4xf32(C_tile[1, 0, 0:4], C[1 + 2 * it, 8 * jt:8 * jt + 4])
                neon_vld_4xf32(C_tile[1, 1, 0:4], C[1 + 2 * it, 8 * jt + 4:8 * jt + 8])
                for k in seq(0, 3):
                    B_tile: f32[2, 4] @ Neon
                    neon_prefetch_ahead_l2(B[k + 3 * kt, 8 * jt:8 * jt + 1], 8 * stride(B, 1))
                    neon_vld_4xf32(B_tile[0, 0:4], B[k + 3 * kt, 8 * jt:8 * jt + 4])
                    neon_vld_4xf32(B_tile[1, 0:4], B[k + 3 * kt, 8 * jt + 4:8 * jt + 8])
                    neon_vfmadd_4xf32_1xf32(C_tile[0, 0, 0:4], B_tile[0, 0:4], A[2 * it, k + 3 * kt:k + 3 * kt + 1])
                    neon_vfmadd_4xf32_1xf32(C_tile[0, 1, 0:4], B_tile[1, 0:4], A[2 * it, k + 3 * kt:k + 3 * kt + 1])
                    neon_vfmadd_4xf32_1xf32(C_tile[1, 0, 0:4], B_tile[0, 0:4], A[1 + 2 * it, k + 3 * kt:k + 3 * kt + 1])
                    neon_vfmadd_4xf32_1xf32(C_tile[1, 1, 0:4], B_tile[1, 0:4], A[1 + 2 * it, k + 3 * kt:k + 3 * kt + 1])
                neon_vst_4xf32(C[2 * it, 8 * jt:8 * jt + 4], C_tile[0, 0, 0:4])
                neon_vst_4xf32(C[2 * it, 8 * jt + 4:8 * jt + 8], C_tile[0, 1, 0:4])
                neon_vst_4xf32(C[1 + 2 * it, 8 * jt:8 * jt + 4], C_tile[1, 0, 0:4])
                neon_vst_4xf32(C[1 + 2 * it, 8 * jt + 4:8 * jt + 8], C_tile[1, 1, 0:4])
