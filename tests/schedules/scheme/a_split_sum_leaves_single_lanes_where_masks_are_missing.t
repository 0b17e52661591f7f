# hwlib neon
def row(x: f32[3, 6] @ DRAM, w: f32[6, 5] @ DRAM, y: f32[3, 5] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 5):
            y[i, j] = 0.0
            for k in seq(0, 6):
                y[i, j] += x[i, k] * w[k, j]
---- schedule
p = scheme(p, 'i', 'R(k) Lseq(j, v, [(1, 4), (1, 1)]) R(i) V(v, j)')
---- expect
def row(x: f32[3, 6] @ DRAM, w: f32[6, 5] @ DRAM, y: f32[3, 5] @ DRAM):
    for i in seq(0, 3):
        y_v: f32[4] @ Neon
        neon_zero_4xf32(y_v[0:4])
        neon_vst_4xf32(y[i, 0:4], y_v[0:4])
        y[i, 4] = 0.0
    for k in seq(0, 6):
        for i in seq(0, 3):
            y_tile: f32[4] @ Neon
            neon_vld_4xf32(y_tile[0:4], y[i, 0:4])
            w_tile: f32[4] @ Neon
            neon_vld_4xf32(w_tile[0:4], w[k, 0:4])
            neon_vfmadd_4xf32_1xf32(y_tile[0:4], w_tile[0:4], x[i, k:k + 1])
            neon_vst_4xf32(y[i, 0:4], y_tile[0:4])
        for i in seq(0, 3):
            y[i, 4] += x[i, k] * w[k, 4]
