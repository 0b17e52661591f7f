# hwlib avx2
def row(x: f32[2, 5] @ DRAM, w: f32[5, 9] @ DRAM, y: f32[2, 9] @ DRAM):
    for i in seq(0, 2):
        for j in seq(0, 9):
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
---- schedule
p = scheme(p, 'i', 'R(k) U(2, i) V(9, j)')
---- expect
def row(x: f32[2, 5] @ DRAM, w: f32[5, 9] @ DRAM, y: f32[2, 9] @ DRAM):
    y_tile: f32[2, 2, 8] @ AVX2
    mm256_loadu_ps(y_tile[0, 0, 0:8], y[0, 0:8])
    mm256_maskz_loadu_ps(1, y_tile[0, 1, 0:8], y[0, 8:9])
    mm256_loadu_ps(y_tile[1, 0, 0:8], y[1, 0:8])
    mm256_maskz_loadu_ps(1, y_tile[1, 1, 0:8], y[1, 8:9])
    for k in seq(0, 5):
        w_tile: f32[2, 8] @ AVX2
        mm256_loadu_ps(w_tile[0, 0:8], w[k, 0:8])
        mm256_maskz_loadu_ps(1, w_tile[1, 0:8], w[k, 8:9])
        mm256_fmadd_bcast_ps(y_tile[0, 0, 0:8], w_tile[0, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[0, 1, 0:8], w_tile[1, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[1, 0, 0:8], w_tile[0, 0:8], x[1, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[1, 1, 0:8], w_tile[1, 0:8], x[1, k:k + 1])
    mm256_storeu_ps(y[0, 0:8], y_tile[0, 0, 0:8])
    mm256_mask_storeu_ps(1, y[0, 8:9], y_tile[0, 1, 0:8])
    mm256_storeu_ps(y[1, 0:8], y_tile[1, 0, 0:8])
    mm256_mask_storeu_ps(1, y[1, 8:9], y_tile[1, 1, 0:8])
