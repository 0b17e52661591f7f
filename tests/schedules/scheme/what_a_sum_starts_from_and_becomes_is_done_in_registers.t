# hwlib neon
def row(x: f32[3, 5] @ DRAM, w: f32[5, 4] @ DRAM, bias: f32[4] @ DRAM, y: f32[3, 4] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 4):
            y[i, j] = bias[j]
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
            y[i, j] = relu(y[i, j])
---- schedule
p = scheme(p, 'i', 'R(k) U(3, i) V(j)')
---- expect
def row(x: f32[3, 5] @ DRAM, w: f32[5, 4] @ DRAM, bias: f32[4] @ DRAM, y: f32[3, 4] @ DRAM):
    y_tile: f32[3, 1, 4] @ Neon
    neon_vld_4xf32(y_tile[0, 0, 0:4], bias[0:4])
    neon_vld_4xf32(y_tile[1, 0, 0:4], bias[0:4])
    neon_vld_4xf32(y_tile[2, 0, 0:4], bias[0:4])
    for k in seq(0, 5):
        w_tile: f32[4] @ Neon
        neon_vld_4xf32(w_tile[0:4], w[k, 0:4])
        neon_vfmadd_4xf32_1xf32(y_tile[0, 0, 0:4], w_tile[0:4], x[0, k:k + 1])
        neon_vfmadd_4xf32_1xf32(y_tile[1, 0, 0:4], w_tile[0:4], x[1, k:k + 1])
        neon_vfmadd_4xf32_1xf32(y_tile[2, 0, 0:4], w_tile[0:4], x[2, k:k + 1])
    y_tile_new: f32[4] @ Neon
    neon_relu_4xf32(y_tile_new[0:4], y_tile[0, 0, 0:4])
    neon_copy_4xf32(y_tile[0, 0, 0:4], y_tile_new[0:4])
    neon_vst_4xf32(y[0, 0:4], y_tile[0, 0, 0:4])
    y_tile_new_1: f32[4] @ Neon
    neon_relu_4xf32(y_tile_new_1[0:4], y_tile[1, 0, 0:4])
    neon_copy_4xf32(y_tile[1, 0, 0:4], y_tile_new_1[0:4])
    neon_vst_4xf32(y[1, 0:4], y_tile[1, 0, 0:4])
    y_tile_new_2: f32[4] @ Neon
    neon_relu_4xf32(y_tile_new_2[0:4], y_tile[2, 0, 0:4])
    neon_copy_4xf32(y_tile[2, 0, 0:4], y_tile_new_2[0:4])
    neon_vst_4xf32(y[2, 0:4], y_tile[2, 0, 0:4])
