def g(s: i32, t: i32, y: [f32][4]):
    for i in seq(0, 4):
        y[i] = s / t

def p(x: f32, z: f32, y: f32[4]):
    for i in seq(0, 4):
        y[i] = x / z
---- schedule
p = replace(p, 'for i in _: _', g)
---- expect error replace.R1
another kind of number
