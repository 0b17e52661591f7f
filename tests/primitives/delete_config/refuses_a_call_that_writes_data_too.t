config Cfg:
    f: index
def setup(A: [f32][4]):
    Cfg.f = 2
    A[0] = 1.0
def p(A: f32[4]):
    setup(A[0:4])
---- schedule
p = delete_config(p, 'setup(_)')
---- expect error delete_config.R1
this does not write configuration fields only
