config Cfg:
    f: index
    g: index
    s: f32
    b: bool

@instr("noop();")
def p(A: [f32][4]):
    A[0] = 1.0
---- schedule
p = write_config(p, 'A[_] = _', Cfg, 'f', '4')
---- expect error step.S1
it would leave another value in Cfg.f
