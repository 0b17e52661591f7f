config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(A: [f32][4]):
    A[0] = 1.0
@instr("one({A_data});")
def p(A: [f32][4]):
    f(A)
---- schedule
g = write_config(rename(f, 'g'), 'A[_] = _', Cfg, 's', '2.0')
p = call_eqv(p, 'f(_)', g)
---- expect error step.S1
it would leave another value in Cfg.s
