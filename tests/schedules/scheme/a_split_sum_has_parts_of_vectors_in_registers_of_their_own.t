# hwlib avx2
def convolution(O: f32[2, 3, 12] @ DRAM, F: f32[5, 24] @ DRAM, I: f32[3, 5] @ DRAM):
    for p in seq(0, 3):
        for k in seq(0, 24):
            for c in seq(0, 5):
                O[k / 12, p, k % 12] += F[c, k] * I[p, c]
---- schedule
p = scheme(p, 'p', 'Prefetch(F, 0) R(c) R(p) R(k) U(3, k) V(4, k)')
---- expect
