# hwlib neon
def product(A: f32[5, 9] @ DRAM, B: f32[9, 4] @ DRAM, C: f32[5, 4] @ DRAM):
    for i in seq(0, 5):
        for j in seq(0, 4):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Lseq(i, a, [(1, 2), (1, 3)]) R(k) U(a, i) V(j)')
---- expect
def product(A: f32[5, 9] @ DRAM, B: f32[9, 4] @ DRAM, C: f32[5, 4] @ DRAM):
    C_tile: f32[2, 4] @ Neon
    neon_vld_4xf32(C_tile[0, 0:4], C[0, 0:4])
    neon_vld_4xf32(C_tile[1, 0:4], C[1, 0:4])
    for k in seq(0, 9):
        B_tile: f32[4] @ Neon
        neon_vld_4xf32(B_tile[0:4], B[k, 0:4])
        neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile[0:4], A[0, k:k + 1])
        neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile[0:4], A[1, k:k + 1])
    neon_vst_4xf32(C[0, 0:4], C_tile[0, 0:4])
    neon_vst_4xf32(C[1, 0:4], C_tile[1, 0:4])
    C_tile_1: f32[3, 4] @ Neon
    neon_vld_4xf32(C_tile_1[0, 0:4], C[2, 0:4])
    neon_vld_4xf32(C_tile_1[1, 0:4], C[3, 0:4])
    neon_vld_4xf32(C_tile_1[2, 0:4], C[4, 0:4])
    for k in seq(0, 9):
        B_tile_1: f32[4] @ Neon
        neon_vld_4xf32(B_tile_1[0:4], B[k, 0:4])
        neon_vfmadd_4xf32_1xf32(C_tile_1[0, 0:4], B_tile_1[0:4], A[2, k:k + 1])
        neon_vfmadd_4xf32_1xf32(C_tile_1[1, 0:4], B_tile_1[0:4], A[3, k:k + 1])
        neon_vfmadd_4xf32_1xf32(C_tile_1[2, 0:4], B_tile_1[0:4], A[4, k:k + 1])
    neon_vst_4xf32(C[2, 0:4], C_tile_1[0, 0:4])
    neon_vst_4xf32(C[3, 0:4], C_tile_1[1, 0:4])
    neon_vst_4xf32(C[4, 0:4], C_tile_1[2, 0:4])
