config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = write_config(p, p.find('for i in _: _').before(), Cfg, 'f', 'i')
---- expect error write_config.R1
'i' has no meaning here
