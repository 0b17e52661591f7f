config Cfg:
    k: index
def p(A: f32[20], B: f32[20]):
    for i in seq(0 - Cfg.k % 4, 4):
        if i >= 0:
            x: f32
            x = A[i]
            Cfg.k = Cfg.k + 1
            B[i] = x
---- schedule
p = autolift_alloc(p, 'x', 2, 'row', 8, keep_dims=True)
---- expect error autolift_alloc.S5
the index counts from a bound of i that stays
replayed
