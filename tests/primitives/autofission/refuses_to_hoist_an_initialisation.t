def p(KC: size, Ac: f32[KC], C: f32[KC]):
    s: f32
    for k in seq(0, KC):
        s = 0.0
        s += Ac[k]
        C[k] = s
---- schedule
p = autofission(p, p.find('s = _').after())
---- expect error autofission.S1
