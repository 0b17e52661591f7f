# hwlib neon
def row(x: f32[3, 5] @ DRAM, w: f32[5, 8] @ DRAM, y: f32[3, 8] @ DRAM):
    for i in seq(0, 3):
        for j in seq(0, 8):
            for k in seq(0, 5):
                y[i, j] += x[i, k] * w[k, j]
---- schedule
p = scheme(p, 'i', 'R(k) R(i) V(8, j)')
---- expect error scheme
