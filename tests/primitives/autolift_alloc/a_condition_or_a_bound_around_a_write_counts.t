def p(C: f32[4, 4, 4]):
    for i in seq(0, 4):
        for j in seq(0, 4):
            for k in seq(0, 4):
                x: f32
                x = 1.0
                if i < 2:
                    x = 2.0
                for l in seq(0, k):
                    x += 1.0
                C[i, j, k] = x
---- schedule
p = autolift_alloc(p, 'x', n_lifts=3, keep_dims=True)
---- expect
def p(C: f32[4, 4, 4] @ DRAM):
    x: f32[4, 4] @ DRAM
    for i in seq(0, 4):
        for j in seq(0, 4):
            for k in seq(0, 4):
                x[i, k] = 1.0
                if i < 2:
                    x[i, k] = 2.0
                for l in seq(0, k):
                    x[i, k] += 1.0
                C[i, j, k] = x[i, k]
