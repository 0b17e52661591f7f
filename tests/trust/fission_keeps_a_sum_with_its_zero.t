def p(x: f32[4], y: f32[4]):
    res: f32
    for i in seq(0, 4):
        res = 0.0
        res += x[i]
        y[i] = res
---- schedule
p = fission(p, p.find('res = _').after())
---- expect error fission.S1
replayed
