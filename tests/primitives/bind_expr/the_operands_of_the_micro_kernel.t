def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        C[jtt + 4 * jt, itt + 4 * it] += Ac[k, itt + 4 * it] * Bc[k, jtt + 4 * jt]
---- schedule
p = bind_expr(p, 'Ac[_]', 'A_reg')
p = bind_expr(p, 'Bc[_]', 'B_reg')
---- expect
def uk(KC: size, Ac: f32[KC, 8] @ DRAM, Bc: f32[KC, 12] @ DRAM, C: f32[12, 8] @ DRAM):
    for k in seq(0, KC):
        for jt in seq(0, 3):
            for jtt in seq(0, 4):
                for it in seq(0, 2):
                    for itt in seq(0, 4):
                        A_reg: f32 @ DRAM
                        A_reg = Ac[k, itt + 4 * it]
                        B_reg: f32 @ DRAM
                        B_reg = Bc[k, jtt + 4 * jt]
                        C[jtt + 4 * jt, itt + 4 * it] += A_reg * B_reg
