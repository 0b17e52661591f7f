def uk(KC: size, Ac: f32[KC, 8], Bc: f32[KC, 12], C: f32[12, 8]):
    C_reg: f32[12, 2, 4]
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C_reg[4 * jt + jtt, it, itt] = C[4 * jt + jtt, 4 * it + itt]
                        C_reg[4 * jt + jtt, it, itt] += Ac[k, 4 * it + itt] * Bc[k, 4 * jt + jtt]
                        C[4 * jt + jtt, 4 * it + itt] = C_reg[4 * jt + jtt, it, itt]
---- schedule
p = autofission(p, p.find('C_reg[_] = _').after(), n_lifts=5)
p = autofission(p, p.find('C[_] = _').before(), n_lifts=5)
---- expect
def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    C_reg: f32[12, 2, 4] @ DRAM
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                for itt in seq(0, 4):
                    C_reg[4 * jt + jtt, it, itt] = C[4 * jt + jtt, 4 * it + itt]
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C_reg[4 * jt + jtt, it, itt] += Ac[k, 4 * it + itt] * Bc[k, 4 * jt + jtt]
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                for itt in seq(0, 4):
                    C[4 * jt + jtt, 4 * it + itt] = C_reg[4 * jt + jtt, it, itt]
