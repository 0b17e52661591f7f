config Cfg:
    f: index
@instr("set_f({n});")
def setup(n: size):
    Cfg.f = n
def p(A: f32[8]):
    setup(8)
    setup(8)
    for i in seq(0, Cfg.f):
        A[i] = 1.0
---- schedule
p = delete_config(p, 'setup(_) #1')
---- expect
def p(A: f32[8] @ DRAM):
    setup(8)
    for i in seq(0, Cfg.f):
        A[i] = 1.0
