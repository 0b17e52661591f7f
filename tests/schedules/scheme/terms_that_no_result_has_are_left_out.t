# hwlib neon
def rows(O: f32[5, 4] @ DRAM, F: f32[2, 4] @ DRAM, I: f32[2] @ DRAM):
    for h in seq(0, 5):
        for k in seq(0, 4):
            O[h, k] = 0.0
            for c in seq(0, 2):
                if 2 * h - 4 >= 0 and 2 * h - 4 < 2 and c < 1:
                    O[h, k] += F[c, k] * I[2 * h - 4]
            O[h, k] = relu(O[h, k])
---- schedule
p = scheme(p, 'h', 'R(h) R(c) U(5, h) V(k)')
---- expect
