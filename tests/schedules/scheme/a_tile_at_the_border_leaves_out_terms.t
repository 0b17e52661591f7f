# hwlib neon
def rows(O: f32[6, 4] @ DRAM, F: f32[3, 2, 4] @ DRAM, I: f32[6, 2] @ DRAM):
    for h in seq(0, 6):
        for k in seq(0, 4):
            O[h, k] = 0.0
            for r in seq(0, 3):
                for c in seq(0, 2):
                    if h + r - 1 >= 0 and h + r < 7:
                        O[h, k] += F[r, c, k] * I[h + r - 1, c]
---- schedule
p = scheme(p, 'h', 'R(h) R(c) U(3, r) U(2, h) V(k)')
---- expect
