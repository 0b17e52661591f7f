config Cfg:
    f: index
    g: index
    s: f32
    b: bool

@instr("noop();")
def p(x: f32, A: [f32][4]):
    A[0] = x
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1), Cfg, 's')
---- expect error step.S1
it would leave another value in Cfg.s
