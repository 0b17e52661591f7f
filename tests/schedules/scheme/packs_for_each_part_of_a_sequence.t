# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 12):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Lseq(j, a, [(1, 2), (1, 1)]) Pack(B) R(i) R(k) U(3, i) U(a, j) V(j)')
---- expect
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    B_packed: f32[9, 8] @ DRAM
    for i0 in seq(0, 9):
        for i1t in seq(0, 2):
            B_packed_v: f32[4] @ Neon
            neon_vld_4xf32(B_packed_v[0:4], B[i0, 4 * i1t:4 * i1t + 4])
            neon_vst_4xf32(B_packed[i0, 4 * i1t:4 * i1t + 4], B_packed_v[0:4])
    for it in seq(0, 2):
        C_tile: f32[3, 2, 4] @ Neon
        neon_vld_4xf32(C_tile[0, 0, 0:4], C[3 * it, 0:4])
        neon_vld_4xf32(C_tile[0, 1, 0:4], C[3 * it, 4:8])
        neon_vld_4xf32(C_tile[1, 0, 0:4], C[1 + 3 * it, 0:4])
        neon_vld_4xf32(C_tile[1, 1, 0:4], C[1 + 3 * it, 4:8])
        neon_vld_4xf32(C_tile[2, 0, 0:4], C[2 + 3 * it, 0:4])
        neon_vld_4xf32(C_tile[2, 1, 0:4], C[2 + 3 * it, 4:8])
        for k in seq(0, 9):
            B_packed_tile: f32[2, 4] @ Neon
            neon_vld_4xf32(B_packed_tile[0, 0:4], B_packed[k, 0:4])
            neon_vld_4xf32(B_packed_tile[1, 0:4], B_packed[k, 4:8])
            neon_vfmadd_4xf32_1xf32(C_tile[0, 0, 0:4], B_packed_tile[0, 0:4], A[3 * it, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile[0, 1, 0:4], B_packed_tile[1, 0:4], A[3 * it, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile[1, 0, 0:4], B_packed_tile[0, 0:4], A[1 + 3 * it, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile[1, 1, 0:4], B_packed_tile[1, 0:4], A[1 + 3 * it, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile[2, 0, 0:4], B_packed_tile[0, 0:4], A[2 + 3 * it, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile[2, 1, 0:4], B_packed_tile[1, 0:4], A[2 + 3 * it, k:k + 1])
        neon_vst_4xf32(C[3 * it, 0:4], C_tile[0, 0, 0:4])
        neon_vst_4xf32(C[3 * it, 4:8], C_tile[0, 1, 0:4])
        neon_vst_4xf32(C[1 + 3 * it, 0:4], C_tile[1, 0, 0:4])
        neon_vst_4xf32(C[1 + 3 * it, 4:8], C_tile[1, 1, 0:4])
        neon_vst_4xf32(C[2 + 3 * it, 0:4], C_tile[2, 0, 0:4])
        neon_vst_4xf32(C[2 + 3 * it, 4:8], C_tile[2, 1, 0:4])
    B_packed_1: f32[9, 4] @ DRAM
    for i0 in seq(0, 9):
        B_packed_1_v: f32[4] @ Neon
        neon_vld_4xf32(B_packed_1_v[0:4], B[i0, 8:12])
        neon_vst_4xf32(B_packed_1[i0, 0:4], B_packed_1_v[0:4])
    for it_1 in seq(0, 2):
        C_tile_1: f32[3, 4] @ Neon
        neon_vld_4xf32(C_tile_1[0, 0:4], C[3 * it_1, 8:12])
        neon_vld_4xf32(C_tile_1[1, 0:4], C[1 + 3 * it_1, 8:12])
        neon_vld_4xf32(C_tile_1[2, 0:4], C[2 + 3 * it_1, 8:12])
        for k in seq(0, 9):
            B_packed_1_tile: f32[4] @ Neon
            neon_vld_4xf32(B_packed_1_tile[0:4], B_packed_1[k, 0:4])
            neon_vfmadd_4xf32_1xf32(C_tile_1[0, 0:4], B_packed_1_tile[0:4], A[3 * it_1, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile_1[1, 0:4], B_packed_1_tile[0:4], A[1 + 3 * it_1, k:k + 1])
            neon_vfmadd_4xf32_1xf32(C_tile_1[2, 0:4], B_packed_1_tile[0:4], A[2 + 3 * it_1, k:k + 1])
        neon_vst_4xf32(C[3 * it_1, 8:12], C_tile_1[0, 0:4])
        neon_vst_4xf32(C[1 + 3 * it_1, 8:12], C_tile_1[1, 0:4])
        neon_vst_4xf32(C[2 + 3 * it_1, 8:12], C_tile_1[2, 0:4])
