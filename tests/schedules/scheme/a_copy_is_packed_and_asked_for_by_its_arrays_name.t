# hwlib neon
def product(A: f32[6, 8] @ DRAM, B: f32[8, 8] @ DRAM, C: f32[6, 8] @ DRAM):
    for i in seq(0, 6):
        for j in seq(0, 8):
            for k in seq(0, 8):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'T(2, k) Pack(B) R(j) Pack(B) R(i) Prefetch(B, 2) T(4, k) U(2, i) V(j)')
---- expect
def product(A: f32[6, 8] @ DRAM, B: f32[8, 8] @ DRAM, C: f32[6, 8] @ DRAM):
    B_packed: f32[4, 8] @ DRAM
    B_packed_1: f32[4, 4] @ DRAM
    for kt in seq(0, 2):
        for i0 in seq(0, 4):
            for i1t in seq(0, 2):
                B_packed_v: f32[4] @ Neon
                neon_vld_4xf32(B_packed_v[0:4], B[i0 + 4 * kt, 4 * i1t:4 * i1t + 4])
                neon_vst_4xf32(B_packed[i0, 4 * i1t:4 * i1t + 4], B_packed_v[0:4])
        for jt in seq(0, 2):
            for i0 in seq(0, 4):
                B_packed_1_v: f32[4] @ Neon
                neon_vld_4xf32(B_packed_1_v[0:4], B_packed[i0, 4 * jt:4 * jt + 4])
                neon_vst_4xf32(B_packed_1[i0, 0:4], B_packed_1_v[0:4])
            for it in seq(0, 3):
                C_tile: f32[2, 4] @ Neon
                neon_vld_4xf32(C_tile[0, 0:4], C[2 * it, 4 * jt:4 * jt + 4])
                neon_vld_4xf32(C_tile[1, 0:4], C[1 + 2 * it, 4 * jt:4 * jt + 4])
                for k in seq(0, 4):
                    B_packed_1_tile: f32[4] @ Neon
                    neon_prefetch_ahead(B_packed_1[k, 0:1], 2 * stride(B_packed_1, 0))
                    neon_vld_4xf32(B_packed_1_tile[0:4], B_packed_1[k, 0:4])
                    neon_vfmadd_4xf32_1xf32(C_tile[0, 0:4], B_packed_1_tile[0:4], A[2 * it, k + 4 * kt:k + 4 * kt + 1])
                    neon_vfmadd_4xf32_1xf32(C_tile[1, 0:4], B_packed_1_tile[0:4], A[1 + 2 * it, k + 4 * kt:k + 4 * kt + 1])
                neon_vst_4xf32(C[2 * it, 4 * jt:4 * jt + 4], C_tile[0, 0:4])
                neon_vst_4xf32(C[1 + 2 * it, 4 * jt:4 * jt + 4], C_tile[1, 0:4])
