config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    A[0] = 1.0
---- schedule
p = delete_config(p, 'A[_] = _')
---- expect error delete_config.R1
this does not write configuration fields only
