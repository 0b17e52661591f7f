def bar(n: size, A: f32[8 * n], B: f32[8 * n], C: f32[8 * n]):
    for io in seq(0, n):
        vec_1: f32[8]
        for ii in seq(0, 8):
            vec_1[ii] = A[8 * io + ii]
        vec_2: f32[8]
        for ii in seq(0, 8):
            vec_2[ii] = vec_1[ii] + B[8 * io + ii]
        for ii in seq(0, 8):
            C[8 * io + ii] = vec_2[ii]
---- schedule
p = reuse_buffer(p, 'vec_2', 'vec_1')
---- expect error reuse_buffer.R2
