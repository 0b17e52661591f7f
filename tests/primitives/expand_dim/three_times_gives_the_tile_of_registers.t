def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C[jtt + 4 * jt, itt + 4 * it] += Ac[k, itt + 4 * it] * Bc[k, jtt + 4 * jt]
---- schedule
p = stage_mem(p, 'C[_] += _', 'C[4 * jt + jtt, 4 * it + itt]', 'C_reg')
p = expand_dim(p, 'C_reg', 4, 'itt')
p = expand_dim(p, 'C_reg', 2, 'it')
p = expand_dim(p, 'C_reg', 12, 'jt * 4 + jtt')
---- expect
def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C_reg: f32[12, 2, 4] @ DRAM
                        C_reg[jt * 4 + jtt, it, itt] = C[4 * jt + jtt, 4 * it + itt]
                        C_reg[jt * 4 + jtt, it, itt] += Ac[k, itt + 4 * it] * Bc[k, jtt + 4 * jt]
                        C[4 * jt + jtt, 4 * it + itt] = C_reg[jt * 4 + jtt, it, itt]
