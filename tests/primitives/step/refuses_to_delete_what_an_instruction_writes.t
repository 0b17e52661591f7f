config Cfg:
    f: index
    g: index
    s: f32
    b: bool

@instr("set({n});")
def set(n: index):
    Cfg.f = n
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect error step.S1
it would leave another value in Cfg.f
