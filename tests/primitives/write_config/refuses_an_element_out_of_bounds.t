config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = write_config(p, 'A[_] = _', Cfg, 's', 'A[i + 1]')
---- expect error write_config.S3
A[i + 1] lies in A
