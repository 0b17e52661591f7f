# hwlib avx2
def rows(y: f32[6] @ DRAM, w: f32[32] @ DRAM, x: f32[6, 32] @ DRAM):
    for i in seq(0, 6):
        y[i] = 0.0
        for k in seq(0, 32):
            y[i] += x[i, k] * w[k]
        y[i] = relu(y[i])
---- schedule
p = scheme(p, 'i', 'R(i) R(k) U(3, i) V(k)')
---- expect
def rows(y: f32[6] @ DRAM, w: f32[32] @ DRAM, x: f32[6, 32] @ DRAM):
    y_lanes: f32[6, 8] @ DRAM
    for i in seq(0, 6):
        y[i] = 0.0
    for it in seq(0, 2):
        y_lanes_tile: f32[3, 1, 8] @ AVX2
        mm256_setzero_ps(y_lanes_tile[0, 0, 0:8])
        mm256_setzero_ps(y_lanes_tile[1, 0, 0:8])
        mm256_setzero_ps(y_lanes_tile[2, 0, 0:8])
        for k in seq(0, 4):
            w_tile: f32[8] @ AVX2
            mm256_loadu_ps(w_tile[0:8], w[8 * k:8 * k + 8])
            x_v: f32[8] @ AVX2
            mm256_loadu_ps(x_v[0:8], x[3 * it, 8 * k:8 * k + 8])
            mm256_fmadd_ps(y_lanes_tile[0, 0, 0:8], x_v[0:8], w_tile[0:8])
            x_v_1: f32[8] @ AVX2
            mm256_loadu_ps(x_v_1[0:8], x[1 + 3 * it, 8 * k:8 * k + 8])
            mm256_fmadd_ps(y_lanes_tile[1, 0, 0:8], x_v_1[0:8], w_tile[0:8])
            x_v_2: f32[8] @ AVX2
            mm256_loadu_ps(x_v_2[0:8], x[2 + 3 * it, 8 * k:8 * k + 8])
            mm256_fmadd_ps(y_lanes_tile[2, 0, 0:8], x_v_2[0:8], w_tile[0:8])
        mm256_storeu_ps(y_lanes[3 * it, 0:8], y_lanes_tile[0, 0, 0:8])
        mm256_storeu_ps(y_lanes[1 + 3 * it, 0:8], y_lanes_tile[1, 0, 0:8])
        mm256_storeu_ps(y_lanes[2 + 3 * it, 0:8], y_lanes_tile[2, 0, 0:8])
    for i in seq(0, 6):
        lanes: f32[8] @ AVX2
        mm256_loadu_ps(lanes[0:8], y_lanes[i, 0:8])
        mm256_reduce_add_ps(y[i:i + 1], lanes[0:8])
        y[i] = relu(y[i])
