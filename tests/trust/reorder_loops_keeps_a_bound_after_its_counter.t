def syrk(M: size, K: size, A: f32[M, K], C: f32[M, M]):
    for io in seq(0, M / 4):
        for ii in seq(0, 4):
            for jo in seq(0, (4 * io + ii + 1) / 4):
                for ji in seq(0, 4):
                    for k in seq(0, K):
                        C[4 * io + ii, 4 * jo + ji] += A[4 * io + ii, k] * A[4 * jo + ji, k]
---- schedule
p = reorder_loops(p, 'ii jo')
---- expect error reorder_loops.R2
ii
