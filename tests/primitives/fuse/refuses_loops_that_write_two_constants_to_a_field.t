config Cfg:
    j: index
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        Cfg.j = 0
    for j in seq(0, n):
        Cfg.j = 1
        for k in seq(0, Cfg.j):
            A[j] = 1.0
        Cfg.j = 0
---- schedule
p = fuse(p, 'i', 'j')
---- expect error fuse.S3
write of Cfg.j
