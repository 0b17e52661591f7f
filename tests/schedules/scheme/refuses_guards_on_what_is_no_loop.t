# hwlib neon
def rows(n: size, O: f32[6, 4] @ DRAM, F: f32[3, 4] @ DRAM, I: f32[6] @ DRAM):
    for h in seq(0, 6):
        for k in seq(0, 4):
            for r in seq(0, 3):
                if h + r < n:
                    O[h, k] += F[r, k] * I[h]
---- schedule
p = scheme(p, 'h', 'R(h) R(r) V(k)')
---- expect error scheme
the sum is guarded by n, which is not a loop of the nest
