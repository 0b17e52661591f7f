# hwlib neon
# two rows of results read the same B one after the other
def product(A: f32[4, 6] @ DRAM, B: f32[6, 8] @ DRAM, C: f32[4, 8] @ DRAM):
    for i in seq(0, 4):
        for j in seq(0, 8):
            for k in seq(0, 6):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(B, 8) R(j) R(i) R(k) U(2, i) V(j)')
---- expect
def product(A: f32[4, 6] @ DRAM, B: f32[6, 8] @ DRAM, C: f32[4, 8] @ DRAM):
    for jt in seq(0, 2):
        for it in seq(0, 2):
            C_tile: f32[2, 4] @ Neon
            neon_vld_4xf32(C_tile[0, 0:4], C[2 * it, 4 * jt:4 * jt + 4])
            neon_vld_4xf32(C_tile[1, 0:4], C[1 + 2 * it, 4 * jt:4 * jt + 4])
            for k in seq(0, 6):
                B_tile: f32[4] @ Neon
                neon_vld_4xf32(B_tile[0:4], B[k, 4 * jt:4 * jt + 4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile[0:4], A[2 * it, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile[0:4], A[1 + 2 * it, k:k + 1])
            neon_vst_4xf32(C[2 * it, 4 * jt:4 * jt + 4], C_tile[0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 4 * jt:4 * jt + 4], C_tile[1, 0:4])
