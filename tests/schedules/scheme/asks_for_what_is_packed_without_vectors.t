# hwlib neon
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 12):
            for k in seq(0, 9):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(A, 4) R(i) Pack(A) R(j) R(k) U(2, i) V(j)')
---- expect
def product(A: f32[6, 9] @ DRAM, B: f32[9, 12] @ DRAM, C: f32[6, 12] @ DRAM):
    A_packed: f32[2, 9] @ DRAM
    for it in seq(0, 3):
        for i0 in seq(0, 2):
            for i1o in seq(0, 2):
                A_packed_v: f32[4] @ Neon
                neon_vld_4xf32(A_packed_v[0:4], A[i0 + 2 * it, 4 * i1o:4 * i1o + 4])
                neon_vst_4xf32(A_packed[i0, 4 * i1o:4 * i1o + 4], A_packed_v[0:4])
            A_packed_v_1: f32[4] @ Neon
            neon_vld_partial_4xf32(1, A_packed_v_1[0:4], A[i0 + 2 * it, 8:9])
            neon_vst_partial_4xf32(1, A_packed[i0, 8:9], A_packed_v_1[0:4])
        for jt in seq(0, 3):
            C_tile: f32[2, 4] @ Neon
            neon_vld_4xf32(C_tile[0, 0:4], C[2 * it, 4 * jt:4 * jt + 4])
            neon_vld_4xf32(C_tile[1, 0:4], C[1 + 2 * it, 4 * jt:4 * jt + 4])
            for k in seq(0, 9):
                B_tile: f32[4] @ Neon
                neon_vld_4xf32(B_tile[0:4], B[k, 4 * jt:4 * jt + 4])
                neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_tile[0:4], A_packed[0, k:k + 1])
                neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_tile[0:4], A_packed[1, k:k + 1])
            neon_vst_4xf32(C[2 * it, 4 * jt:4 * jt + 4], C_tile[0, 0:4])
            neon_vst_4xf32(C[1 + 2 * it, 4 * jt:4 * jt + 4], C_tile[1, 0:4])
