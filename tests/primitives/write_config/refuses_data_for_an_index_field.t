config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    A[0] = 1.0
---- schedule
p = write_config(p, 'A[_] = _', Cfg, 'f', 'A[0]')
---- expect error write_config.R1
'A[0]' is not a value for a field of type index
