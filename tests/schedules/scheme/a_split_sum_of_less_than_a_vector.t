# hwlib avx2
def row(x: f32[3, 6] @ DRAM, w: f32[6, 5] @ DRAM, y: f32[3, 5] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 5):
            y[i, j] = 0.0
            for k in seq(0, 6):
                y[i, j] += x[i, k] * w[k, j]
            y[i, j] = relu(y[i, j])
---- schedule
p = scheme(p, 'i', 'R(k) R(i) V(5, j)')
---- expect
def row(x: f32[3, 6] @ DRAM, w: f32[6, 5] @ DRAM, y: f32[3, 5] @ DRAM):
    for i in seq(0, 3):
        y_v: f32[8] @ AVX2
        mm256_mask_setzero_ps(5, y_v[0:8])
        mm256_mask_storeu_ps(5, y[i, 0:5], y_v[0:8])
    for k in seq(0, 6):
        for i in seq(0, 3):
            y_tile: f32[8] @ AVX2
            mm256_maskz_loadu_ps(5, y_tile[0:8], y[i, 0:5])
            w_tile: f32[8] @ AVX2
            mm256_maskz_loadu_ps(5, w_tile[0:8], w[k, 0:5])
            mm256_fmadd_bcast_ps(y_tile[0:8], w_tile[0:8], x[i, k:k + 1])
            mm256_mask_storeu_ps(5, y[i, 0:5], y_tile[0:8])
    for i in seq(0, 3):
        y_v_1: f32[8] @ AVX2
        y_v_2: f32[8] @ AVX2
        mm256_mask_loadu_ps(5, y_v_2[0:8], y[i, 0:5])
        mm256_mask_relu_ps(5, y_v_1[0:8], y_v_2[0:8])
        mm256_mask_storeu_ps(5, y[i, 0:5], y_v_1[0:8])
