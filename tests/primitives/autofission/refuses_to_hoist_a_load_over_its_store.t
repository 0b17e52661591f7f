def p(KC: size, Ac: f32[KC], C: f32[4]):
    C_reg: f32[4]
    for k in seq(0, KC):
        for i in seq(0, 4):
            C_reg[i] = C[i]
            C_reg[i] += Ac[k]
            C[3 - i] = C_reg[i]
---- schedule
p = autofission(p, p.find('C_reg[_] = _').after(), n_lifts=2)
---- expect error autofission.S1
counterexample
