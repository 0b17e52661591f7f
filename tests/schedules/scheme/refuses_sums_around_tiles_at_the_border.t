# hwlib neon
def rows(O: f32[6, 4] @ DRAM, F: f32[3, 4] @ DRAM, I: f32[6] @ DRAM):
    for h in seq(0, 6):
        for k in seq(0, 4):
            for r in seq(0, 3):
                if h + r - 1 >= 0 and h + r < 7:
                    O[h, k] += F[r, k] * I[h + r - 1]
---- schedule
p = scheme(p, 'h', 'R(r) R(h) V(k)')
---- expect error scheme
the scheme does not tell tiles where the guard holds from others
