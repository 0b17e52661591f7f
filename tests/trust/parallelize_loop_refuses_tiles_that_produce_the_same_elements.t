def blocks(n: size, f: f32[16 * n + 20], g: f32[16 * n]):
    for t in seq(0, n):
        for i in seq(0, 36):
            f[16 * t + i] = 0.0
        for i in seq(0, 36):
            f[16 * t + i] += 1.0
        for i in seq(0, 16):
            g[16 * t + i] = f[16 * t + i] + f[16 * t + i + 20]
---- schedule
p = parallelize_loop(p, 't')
---- expect error parallelize_loop.S1
counterexample
