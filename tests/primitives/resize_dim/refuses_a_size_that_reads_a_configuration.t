config Cfg:
    at: index
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    Cfg.at = n
    for i in seq(0, n):
        x[i] = A[i]
---- schedule
p = resize_dim(p, 'x', 0, 'Cfg.at', 0)
---- expect error resize_dim.R3
configuration field
