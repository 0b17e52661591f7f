# hwlib neon
def rows(O: f32[6, 4] @ DRAM, F: f32[3, 2, 4] @ DRAM, I: f32[6, 2] @ DRAM):
    for h in seq(0, 6):
        for k in seq(0, 4):
            O[h, k] = 0.0
            for r in seq(0, 3):
                for c in seq(0, 2):
                    if h + r - 1 >= 0 and h + r < 7:
                        O[h, k] += F[r, c, k] * I[h + r - 1, c]
---- schedule
p = scheme(p, 'h', 'R(h) R(c) U(3, r) U(2, h) V(k)')
---- expect
def rows(O: f32[6, 4] @ DRAM, F: f32[3, 2, 4] @ DRAM, I: f32[6, 2] @ DRAM):
    O_tile: f32[2, 1, 4] @ Neon
    neon_zero_4xf32(O_tile[0, 0, 0:4])
    neon_zero_4xf32(O_tile[1, 0, 0:4])
    for c in seq(0, 2):
        F_tile: f32[4] @ Neon
        neon_vld_4xf32(F_tile[0:4], F[0, c, 0:4])
        neon_vfmadd_4xf32_1xf32(O_tile[1, 0, 0:4], F_tile[0:4], I[0, c:c + 1])
    for r in seq(1, 3):
        for c in seq(0, 2):
            F_tile_1: f32[4] @ Neon
            neon_vld_4xf32(F_tile_1[0:4], F[r, c, 0:4])
            neon_vfmadd_4xf32_1xf32(O_tile[0, 0, 0:4], F_tile_1[0:4], I[r - 1, c:c + 1])
            neon_vfmadd_4xf32_1xf32(O_tile[1, 0, 0:4], F_tile_1[0:4], I[r, c:c + 1])
    neon_vst_4xf32(O[0, 0:4], O_tile[0, 0, 0:4])
    neon_vst_4xf32(O[1, 0:4], O_tile[1, 0, 0:4])
    O_tile_1: f32[2, 1, 4] @ Neon
    neon_zero_4xf32(O_tile_1[0, 0, 0:4])
    neon_zero_4xf32(O_tile_1[1, 0, 0:4])
    for c in seq(0, 2):
        F_tile_2: f32[4] @ Neon
        neon_vld_4xf32(F_tile_2[0:4], F[0, c, 0:4])
        neon_vfmadd_4xf32_1xf32(O_tile_1[0, 0, 0:4], F_tile_2[0:4], I[1, c:c + 1])
        neon_vfmadd_4xf32_1xf32(O_tile_1[1, 0, 0:4], F_tile_2[0:4], I[2, c:c + 1])
        F_tile_2_1: f32[4] @ Neon
        neon_vld_4xf32(F_tile_2_1[0:4], F[1, c, 0:4])
        neon_vfmadd_4xf32_1xf32(O_tile_1[0, 0, 0:4], F_tile_2_1[0:4], I[2, c:c + 1])
        neon_vfmadd_4xf32_1xf32(O_tile_1[1, 0, 0:4], F_tile_2_1[0:4], I[3, c:c + 1])
        F_tile_2_2: f32[4] @ Neon
        neon_vld_4xf32(F_tile_2_2[0:4], F[2, c, 0:4])
        neon_vfmadd_4xf32_1xf32(O_tile_1[0, 0, 0:4], F_tile_2_2[0:4], I[3, c:c + 1])
        neon_vfmadd_4xf32_1xf32(O_tile_1[1, 0, 0:4], F_tile_2_2[0:4], I[4, c:c + 1])
    neon_vst_4xf32(O[2, 0:4], O_tile_1[0, 0, 0:4])
    neon_vst_4xf32(O[3, 0:4], O_tile_1[1, 0, 0:4])
    O_tile_2: f32[2, 1, 4] @ Neon
    neon_zero_4xf32(O_tile_2[0, 0, 0:4])
    neon_zero_4xf32(O_tile_2[1, 0, 0:4])
    for r in seq(0, 2):
        for c in seq(0, 2):
            F_tile_3: f32[4] @ Neon
            neon_vld_4xf32(F_tile_3[0:4], F[r, c, 0:4])
            neon_vfmadd_4xf32_1xf32(O_tile_2[0, 0, 0:4], F_tile_3[0:4], I[r + 3, c:c + 1])
            neon_vfmadd_4xf32_1xf32(O_tile_2[1, 0, 0:4], F_tile_3[0:4], I[r + 4, c:c + 1])
    for c in seq(0, 2):
        F_tile_4: f32[4] @ Neon
        neon_vld_4xf32(F_tile_4[0:4], F[2, c, 0:4])
        neon_vfmadd_4xf32_1xf32(O_tile_2[0, 0, 0:4], F_tile_4[0:4], I[5, c:c + 1])
    neon_vst_4xf32(O[4, 0:4], O_tile_2[0, 0, 0:4])
    neon_vst_4xf32(O[5, 0:4], O_tile_2[1, 0, 0:4])
