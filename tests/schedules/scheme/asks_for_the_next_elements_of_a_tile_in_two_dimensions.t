# hwlib neon
def convolution(O: f32[4, 6, 8] @ DRAM, F: f32[3, 2, 3, 8] @ DRAM, I: f32[5, 8, 3] @ DRAM):
    for p in seq(0, 4):
        for q in seq(0, 6):
            for k in seq(0, 8):
                for r in seq(0, 2):
                    for s in seq(0, 3):
                        for c in seq(0, 3):
                            O[p, q, k] += F[s, r, c, k] * I[p + r, q + s, c]
---- schedule
p = scheme(p, 'p', 'Prefetch(I, next) R(p) R(q) R(k) R(r) R(s) U(3, c) U(2, p) U(3, q) V(k)')
---- expect
def convolution(O: f32[4, 6, 8] @ DRAM, F: f32[3, 2, 3, 8] @ DRAM, I: f32[5, 8, 3] @ DRAM):
    for pt in seq(0, 2):
        for qt in seq(0, 2):
            for kt in seq(0, 2):
                O_tile: f32[2, 3, 4] @ Neon
                neon_vld_4xf32(O_tile[0, 0, 0:4], O[2 * pt, 3 * qt, 4 * kt:4 * kt + 4])
                neon_vld_4xf32(O_tile[0, 1, 0:4], O[2 * pt, 1 + 3 * qt, 4 * kt:4 * kt + 4])
                neon_vld_4xf32(O_tile[0, 2, 0:4], O[2 * pt, 2 + 3 * qt, 4 * kt:4 * kt + 4])
                neon_vld_4xf32(O_tile[1, 0, 0:4], O[1 + 2 * pt, 3 * qt, 4 * kt:4 * kt + 4])
                neon_vld_4xf32(O_tile[1, 1, 0:4], O[1 + 2 * pt, 1 + 3 * qt, 4 * kt:4 * kt + 4])
                neon_vld_4xf32(O_tile[1, 2, 0:4], O[1 + 2 * pt, 2 + 3 * qt, 4 * kt:4 * kt + 4])
                for r in seq(0, 2):
                    for s in seq(0, 3):
                        neon_prefetch_ahead_l2(I[kt + 2 * pt + r, 3 * qt + s, 0:1], 3 * stride(I, 1))
                        neon_prefetch_ahead_l2(I[kt + 2 * pt + r, 3 * qt + s + 1, 0:1], 3 * stride(I, 1))
                        neon_prefetch_ahead_l2(I[kt + 2 * pt + r, 3 * qt + s + 2, 0:1], 3 * stride(I, 1))
                        F_tile: f32[4] @ Neon
                        neon_vld_4xf32(F_tile[0:4], F[s, r, 0, 4 * kt:4 * kt + 4])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 0, 0:4], F_tile[0:4], I[2 * pt + r, 3 * qt + s, 0:1])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 1, 0:4], F_tile[0:4], I[2 * pt + r, 1 + 3 * qt + s, 0:1])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 2, 0:4], F_tile[0:4], I[2 * pt + r, 2 + 3 * qt + s, 0:1])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 0, 0:4], F_tile[0:4], I[1 + 2 * pt + r, 3 * qt + s, 0:1])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 1, 0:4], F_tile[0:4], I[1 + 2 * pt + r, 1 + 3 * qt + s, 0:1])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 2, 0:4], F_tile[0:4], I[1 + 2 * pt + r, 2 + 3 * qt + s, 0:1])
                        F_tile_1: f32[4] @ Neon
                        neon_vld_4xf32(F_tile_1[0:4], F[s, r, 1, 4 * kt:4 * kt + 4])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 0, 0:4], F_tile_1[0:4], I[2 * pt + r, 3 * qt + s, 1:2])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 1, 0:4], F_tile_1[0:4], I[2 * pt + r, 1 + 3 * qt + s, 1:2])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 2, 0:4], F_tile_1[0:4], I[2 * pt + r, 2 + 3 * qt + s, 1:2])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 0, 0:4], F_tile_1[0:4], I[1 + 2 * pt + r, 3 * qt + s, 1:2])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 1, 0:4], F_tile_1[0:4], I[1 + 2 * pt + r, 1 + 3 * qt + s, 1:2])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 2, 0:4], F_tile_1[0:4], I[1 + 2 * pt + r, 2 + 3 * qt + s, 1:2])
                        F_tile_2: f32[4] @ Neon
                        neon_vld_4xf32(F_tile_2[0:4], F[s, r, 2, 4 * kt:4 * kt + 4])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 0, 0:4], F_tile_2[0:4], I[2 * pt + r, 3 * qt + s, 2:3])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 1, 0:4], F_tile_2[0:4], I[2 * pt + r, 1 + 3 * qt + s, 2:3])
                        neon_vfmadd_4xf32_1xf32(O_tile[0, 2, 0:4], F_tile_2[0:4], I[2 * pt + r, 2 + 3 * qt + s, 2:3])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 0, 0:4], F_tile_2[0:4], I[1 + 2 * pt + r, 3 * qt + s, 2:3])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 1, 0:4], F_tile_2[0:4], I[1 + 2 * pt + r, 1 + 3 * qt + s, 2:3])
                        neon_vfmadd_4xf32_1xf32(O_tile[1, 2, 0:4], F_tile_2[0:4], I[1 + 2 * pt + r, 2 + 3 * qt + s, 2:3])
                neon_vst_4xf32(O[2 * pt, 3 * qt, 4 * kt:4 * kt + 4], O_tile[0, 0, 0:4])
                neon_vst_4xf32(O[2 * pt, 1 + 3 * qt, 4 * kt:4 * kt + 4], O_tile[0, 1, 0:4])
                neon_vst_4xf32(O[2 * pt, 2 + 3 * qt, 4 * kt:4 * kt + 4], O_tile[0, 2, 0:4])
                neon_vst_4xf32(O[1 + 2 * pt, 3 * qt, 4 * kt:4 * kt + 4], O_tile[1, 0, 0:4])
                neon_vst_4xf32(O[1 + 2 * pt, 1 + 3 * qt, 4 * kt:4 * kt + 4], O_tile[1, 1, 0:4])
                neon_vst_4xf32(O[1 + 2 * pt, 2 + 3 * qt, 4 * kt:4 * kt + 4], O_tile[1, 2, 0:4])
