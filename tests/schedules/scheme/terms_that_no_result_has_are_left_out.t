# hwlib neon
def rows(O: f32[5, 4] @ DRAM, F: f32[2, 4] @ DRAM, I: f32[2] @ DRAM):
    for h in seq(0, 5):
        for k in seq(0, 4):
            O[h, k] = 0.0
            for c in seq(0, 2):
                if 2 * h - 4 >= 0 and 2 * h - 4 < 2 and c < 1:
                    O[h, k] += F[c, k] * I[2 * h - 4]
            O[h, k] = relu(O[h, k])
---- schedule
p = scheme(p, 'h', 'R(h) R(c) U(5, h) V(k)')
---- expect
def rows(O: f32[5, 4] @ DRAM, F: f32[2, 4] @ DRAM, I: f32[2] @ DRAM):
    O_tile: f32[5, 1, 4] @ Neon
    neon_zero_4xf32(O_tile[0, 0, 0:4])
    neon_zero_4xf32(O_tile[1, 0, 0:4])
    neon_zero_4xf32(O_tile[2, 0, 0:4])
    neon_zero_4xf32(O_tile[3, 0, 0:4])
    neon_zero_4xf32(O_tile[4, 0, 0:4])
    F_tile: f32[4] @ Neon
    neon_vld_4xf32(F_tile[0:4], F[0, 0:4])
    neon_vfmadd_4xf32_1xf32(O_tile[2, 0, 0:4], F_tile[0:4], I[0:1])
    O_tile_new: f32[4] @ Neon
    neon_relu_4xf32(O_tile_new[0:4], O_tile[0, 0, 0:4])
    neon_copy_4xf32(O_tile[0, 0, 0:4], O_tile_new[0:4])
    neon_vst_4xf32(O[0, 0:4], O_tile[0, 0, 0:4])
    O_tile_new_1: f32[4] @ Neon
    neon_relu_4xf32(O_tile_new_1[0:4], O_tile[1, 0, 0:4])
    neon_copy_4xf32(O_tile[1, 0, 0:4], O_tile_new_1[0:4])
    neon_vst_4xf32(O[1, 0:4], O_tile[1, 0, 0:4])
    O_tile_new_2: f32[4] @ Neon
    neon_relu_4xf32(O_tile_new_2[0:4], O_tile[2, 0, 0:4])
    neon_copy_4xf32(O_tile[2, 0, 0:4], O_tile_new_2[0:4])
    neon_vst_4xf32(O[2, 0:4], O_tile[2, 0, 0:4])
    O_tile_new_3: f32[4] @ Neon
    neon_relu_4xf32(O_tile_new_3[0:4], O_tile[3, 0, 0:4])
    neon_copy_4xf32(O_tile[3, 0, 0:4], O_tile_new_3[0:4])
    neon_vst_4xf32(O[3, 0:4], O_tile[3, 0, 0:4])
    O_tile_new_4: f32[4] @ Neon
    neon_relu_4xf32(O_tile_new_4[0:4], O_tile[4, 0, 0:4])
    neon_copy_4xf32(O_tile[4, 0, 0:4], O_tile_new_4[0:4])
    neon_vst_4xf32(O[4, 0:4], O_tile[4, 0, 0:4])
