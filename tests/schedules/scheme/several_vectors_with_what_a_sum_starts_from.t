# hwlib avx512
def row(x: f32[2, 5] @ DRAM, w: f32[5, 43] @ DRAM, bias: f32[43] @ DRAM, y: f32[2, 43] @ DRAM):
    for i in seq(0, 2):
        for j in seq(0, 43):
            y[i, j] = bias[j]
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
            y[i, j] = relu(y[i, j])
---- schedule
p = scheme(p, 'i', 'R(k) U(2, i) V(43, j)')
---- expect
def row(x: f32[2, 5] @ DRAM, w: f32[5, 43] @ DRAM, bias: f32[43] @ DRAM, y: f32[2, 43] @ DRAM):
    y_tile: f32[2, 1, 3, 16] @ AVX512
    mm512_loadu_ps(y_tile[0, 0, 0, 0:16], bias[0:16])
    mm512_loadu_ps(y_tile[0, 0, 1, 0:16], bias[16:32])
    mm512_maskz_loadu_ps(11, y_tile[0, 0, 2, 0:16], bias[32:43])
    mm512_loadu_ps(y_tile[1, 0, 0, 0:16], bias[0:16])
    mm512_loadu_ps(y_tile[1, 0, 1, 0:16], bias[16:32])
    mm512_maskz_loadu_ps(11, y_tile[1, 0, 2, 0:16], bias[32:43])
    for k in seq(0, 5):
        w_tile: f32[3, 16] @ AVX512
        mm512_loadu_ps(w_tile[0, 0:16], w[k, 0:16])
        mm512_loadu_ps(w_tile[1, 0:16], w[k, 16:32])
        mm512_maskz_loadu_ps(11, w_tile[2, 0:16], w[k, 32:43])
        mm512_fmadd_bcast_ps(y_tile[0, 0, 0, 0:16], w_tile[0, 0:16], x[0, k:k + 1])
        mm512_fmadd_bcast_ps(y_tile[0, 0, 1, 0:16], w_tile[1, 0:16], x[0, k:k + 1])
        mm512_fmadd_bcast_ps(y_tile[0, 0, 2, 0:16], w_tile[2, 0:16], x[0, k:k + 1])
        mm512_fmadd_bcast_ps(y_tile[1, 0, 0, 0:16], w_tile[0, 0:16], x[1, k:k + 1])
        mm512_fmadd_bcast_ps(y_tile[1, 0, 1, 0:16], w_tile[1, 0:16], x[1, k:k + 1])
        mm512_fmadd_bcast_ps(y_tile[1, 0, 2, 0:16], w_tile[2, 0:16], x[1, k:k + 1])
    y_tile_new_1: f32[16] @ AVX512
    mm512_relu_ps(y_tile_new_1[0:16], y_tile[0, 0, 0, 0:16])
    mm512_copy_ps(y_tile[0, 0, 0, 0:16], y_tile_new_1[0:16])
    mm512_storeu_ps(y[0, 0:16], y_tile[0, 0, 0, 0:16])
    y_tile_new_1_1: f32[16] @ AVX512
    mm512_relu_ps(y_tile_new_1_1[0:16], y_tile[0, 0, 1, 0:16])
    mm512_copy_ps(y_tile[0, 0, 1, 0:16], y_tile_new_1_1[0:16])
    mm512_storeu_ps(y[0, 16:32], y_tile[0, 0, 1, 0:16])
    y_tile_new: f32[16] @ AVX512
    mm512_mask_relu_ps(11, y_tile_new[0:16], y_tile[0, 0, 2, 0:16])
    mm512_mask_copy_ps(11, y_tile[0, 0, 2, 0:16], y_tile_new[0:16])
    mm512_mask_storeu_ps(11, y[0, 32:43], y_tile[0, 0, 2, 0:16])
    y_tile_new_1_2: f32[16] @ AVX512
    mm512_relu_ps(y_tile_new_1_2[0:16], y_tile[1, 0, 0, 0:16])
    mm512_copy_ps(y_tile[1, 0, 0, 0:16], y_tile_new_1_2[0:16])
    mm512_storeu_ps(y[1, 0:16], y_tile[1, 0, 0, 0:16])
    y_tile_new_1_3: f32[16] @ AVX512
    mm512_relu_ps(y_tile_new_1_3[0:16], y_tile[1, 0, 1, 0:16])
    mm512_copy_ps(y_tile[1, 0, 1, 0:16], y_tile_new_1_3[0:16])
    mm512_storeu_ps(y[1, 16:32], y_tile[1, 0, 1, 0:16])
    y_tile_new_2: f32[16] @ AVX512
    mm512_mask_relu_ps(11, y_tile_new_2[0:16], y_tile[1, 0, 2, 0:16])
    mm512_mask_copy_ps(11, y_tile[1, 0, 2, 0:16], y_tile_new_2[0:16])
    mm512_mask_storeu_ps(11, y[1, 32:43], y_tile[1, 0, 2, 0:16])
