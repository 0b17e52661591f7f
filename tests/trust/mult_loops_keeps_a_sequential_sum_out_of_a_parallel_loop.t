def local_sum(n: size, x: f32[n + 5], y: f32[n]):
    for j in par(0, n):
        for r in seq(0, 5):
            y[j] += x[j + r]
---- schedule
p = mult_loops(p, 'j r', 'jr')
---- expect error mult_loops.R5
