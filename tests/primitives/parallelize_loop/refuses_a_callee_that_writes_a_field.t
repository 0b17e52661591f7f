config Cfg:
    n: size
def set(x: [f32][1]):
    Cfg.n = 2
    x[0] = 1.0
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        set(A[i:i + 1])
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.R2
writes Cfg.n
