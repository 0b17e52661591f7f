def conv(x: f32[9], w: f32[3, 5], y: f32):
    for ry in seq(0, 3):
        for rx in seq(0, 5):
            y += x[ry + rx] * w[ry, rx]
---- schedule
p = divide_loop(p, 'rx', 3, ['rxo', 'rxi'], tail='perfect')
---- expect error divide_loop.S1
counterexample
