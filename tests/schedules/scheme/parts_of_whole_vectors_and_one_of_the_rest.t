# hwlib avx2
def row(x: f32[3, 5] @ DRAM, w: f32[5, 29] @ DRAM, y: f32[3, 29] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 29):
            y[i, j] = 0.0
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
---- schedule
p = scheme(p, 'i', 'Prefetch(y) Lseq(j, (u, v), [(1, 2, 8), (1, 1, 13)]) Prefetch(w, 3) R(k) U(3, i) U(u, j) V(v, j)')
---- expect
def row(x: f32[3, 5] @ DRAM, w: f32[5, 29] @ DRAM, y: f32[3, 29] @ DRAM):
    y_tile: f32[3, 2, 8] @ AVX2
    mm256_setzero_ps(y_tile[0, 0, 0:8])
    mm256_setzero_ps(y_tile[0, 1, 0:8])
    mm256_setzero_ps(y_tile[1, 0, 0:8])
    mm256_setzero_ps(y_tile[1, 1, 0:8])
    mm256_setzero_ps(y_tile[2, 0, 0:8])
    mm256_setzero_ps(y_tile[2, 1, 0:8])
    mm256_prefetch(y[0, 0:1])
    mm256_prefetch(y[1, 0:1])
    mm256_prefetch(y[2, 0:1])
    mm256_prefetch(y[0, 8:9])
    mm256_prefetch(y[1, 8:9])
    mm256_prefetch(y[2, 8:9])
    for k in seq(0, 5):
        w_tile: f32[2, 8] @ AVX2
        mm256_prefetch_ahead(w[k, 0:1], 3 * stride(w, 0))
        mm256_prefetch_ahead(w[k, 8:9], 3 * stride(w, 0))
        mm256_loadu_ps(w_tile[0, 0:8], w[k, 0:8])
        mm256_loadu_ps(w_tile[1, 0:8], w[k, 8:16])
        mm256_fmadd_bcast_ps(y_tile[0, 0, 0:8], w_tile[0, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[0, 1, 0:8], w_tile[1, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[1, 0, 0:8], w_tile[0, 0:8], x[1, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[1, 1, 0:8], w_tile[1, 0:8], x[1, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[2, 0, 0:8], w_tile[0, 0:8], x[2, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile[2, 1, 0:8], w_tile[1, 0:8], x[2, k:k + 1])
    mm256_storeu_ps(y[0, 0:8], y_tile[0, 0, 0:8])
    mm256_storeu_ps(y[0, 8:16], y_tile[0, 1, 0:8])
    mm256_storeu_ps(y[1, 0:8], y_tile[1, 0, 0:8])
    mm256_storeu_ps(y[1, 8:16], y_tile[1, 1, 0:8])
    mm256_storeu_ps(y[2, 0:8], y_tile[2, 0, 0:8])
    mm256_storeu_ps(y[2, 8:16], y_tile[2, 1, 0:8])
    y_tile_1: f32[3, 1, 2, 8] @ AVX2
    mm256_setzero_ps(y_tile_1[0, 0, 0, 0:8])
    mm256_setzero_ps(y_tile_1[0, 0, 1, 0:8])
    mm256_setzero_ps(y_tile_1[1, 0, 0, 0:8])
    mm256_setzero_ps(y_tile_1[1, 0, 1, 0:8])
    mm256_setzero_ps(y_tile_1[2, 0, 0, 0:8])
    mm256_setzero_ps(y_tile_1[2, 0, 1, 0:8])
    mm256_prefetch(y[0, 16:17])
    mm256_prefetch(y[1, 16:17])
    mm256_prefetch(y[2, 16:17])
    mm256_prefetch(y[0, 24:25])
    mm256_prefetch(y[1, 24:25])
    mm256_prefetch(y[2, 24:25])
    for k in seq(0, 5):
        w_tile_1: f32[2, 8] @ AVX2
        mm256_prefetch_ahead(w[k, 16:17], 3 * stride(w, 0))
        mm256_prefetch_ahead(w[k, 24:25], 3 * stride(w, 0))
        mm256_loadu_ps(w_tile_1[0, 0:8], w[k, 16:24])
        mm256_maskz_loadu_ps(5, w_tile_1[1, 0:8], w[k, 24:29])
        mm256_fmadd_bcast_ps(y_tile_1[0, 0, 0, 0:8], w_tile_1[0, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile_1[0, 0, 1, 0:8], w_tile_1[1, 0:8], x[0, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile_1[1, 0, 0, 0:8], w_tile_1[0, 0:8], x[1, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile_1[1, 0, 1, 0:8], w_tile_1[1, 0:8], x[1, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile_1[2, 0, 0, 0:8], w_tile_1[0, 0:8], x[2, k:k + 1])
        mm256_fmadd_bcast_ps(y_tile_1[2, 0, 1, 0:8], w_tile_1[1, 0:8], x[2, k:k + 1])
    mm256_storeu_ps(y[0, 16:24], y_tile_1[0, 0, 0, 0:8])
    mm256_mask_storeu_ps(5, y[0, 24:29], y_tile_1[0, 0, 1, 0:8])
    mm256_storeu_ps(y[1, 16:24], y_tile_1[1, 0, 0, 0:8])
    mm256_mask_storeu_ps(5, y[1, 24:29], y_tile_1[1, 0, 1, 0:8])
    mm256_storeu_ps(y[2, 16:24], y_tile_1[2, 0, 0, 0:8])
    mm256_mask_storeu_ps(5, y[2, 24:29], y_tile_1[2, 0, 1, 0:8])
