# hwlib neon
def row(x: f32[3, 6] @ DRAM, w: f32[6, 4] @ DRAM, y: f32[3, 4] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 4):
            y[i, j] = 0.0
            for k in seq(0, 6):
                y[i, j] += x[i, k] * w[k, j]
            y[i, j] = relu(y[i, j])
---- schedule
p = scheme(p, 'i', 'T(2, k) T(3, i) T(3, k) V(j)')
---- expect
def row(x: f32[3, 6] @ DRAM, w: f32[6, 4] @ DRAM, y: f32[3, 4] @ DRAM):
    for i in seq(0, 3):
        y_v: f32[4] @ Neon
        neon_zero_4xf32(y_v[0:4])
        neon_vst_4xf32(y[i, 0:4], y_v[0:4])
    for kt in seq(0, 2):
        for i in seq(0, 3):
            y_tile: f32[4] @ Neon
            neon_vld_4xf32(y_tile[0:4], y[i, 0:4])
            for k in seq(0, 3):
                w_tile: f32[4] @ Neon
                neon_vld_4xf32(w_tile[0:4], w[k + 3 * kt, 0:4])
                neon_vfmadd_4xf32_1xf32(y_tile[0:4], w_tile[0:4], x[i, k + 3 * kt:k + 3 * kt + 1])
            neon_vst_4xf32(y[i, 0:4], y_tile[0:4])
    for i in seq(0, 3):
        y_v_1: f32[4] @ Neon
        y_v_2: f32[4] @ Neon
        neon_vld_4xf32(y_v_2[0:4], y[i, 0:4])
        neon_relu_4xf32(y_v_1[0:4], y_v_2[0:4])
        neon_vst_4xf32(y[i, 0:4], y_v_1[0:4])
