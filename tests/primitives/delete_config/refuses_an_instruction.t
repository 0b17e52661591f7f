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
---- expect error delete_config.R2
set is an instruction
