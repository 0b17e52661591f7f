def uk(KC: size, Ac: f32[KC, 8], Bc: f32[KC, 12], C: f32[12, 8]):
    A_reg: f32[2, 4]
    B_reg: f32[3, 4]
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        A_reg[it, itt] = Ac[k, itt + 4 * it]
                        B_reg[jt, jtt] = Bc[k, jtt + 4 * jt]
                        C[4 * jt + jtt, 4 * it + itt] += A_reg[it, itt] * B_reg[jt, jtt]
---- schedule
p = autofission(p, p.find('A_reg[_] = _').after(), n_lifts=4)
p = autofission(p, p.find('B_reg[_] = _').after(), n_lifts=4)
---- expect
def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    A_reg: f32[2, 4] @ DRAM
    B_reg: f32[3, 4] @ DRAM
    for k in seq(0, KC):
        for it in seq(0, 2):
            for itt in seq(0, 4):
                A_reg[it, itt] = Ac[k, itt + 4 * it]
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                B_reg[jt, jtt] = Bc[k, jtt + 4 * jt]
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C[4 * jt + jtt, 4 * it + itt] += A_reg[it, itt] * B_reg[jt, jtt]
