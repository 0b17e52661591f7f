# hwlib neon
def row(x: f32[3, 5] @ DRAM, w: f32[5, 4] @ DRAM, y: f32[3, 4] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 4):
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
---- schedule
p = scheme(p, 'i', 'Lseq(i, (a, b), [(1, 2, 1), (1, 1)]) R(k) U(a, i) V(j)')
---- expect error scheme
