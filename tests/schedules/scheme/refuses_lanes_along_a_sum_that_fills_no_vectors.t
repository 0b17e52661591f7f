# hwlib avx2
def rows(y: f32[6] @ DRAM, w: f32[30] @ DRAM, x: f32[6, 30] @ DRAM):
    for i in seq(0, 6):
        for k in seq(0, 30):
            y[i] += x[i, k] * w[k]
---- schedule
p = scheme(p, 'i', 'R(i) R(k) V(6, k)')
---- expect error scheme
V(k): k is summed, and its 30 terms fill no whole vectors of 8 lanes
