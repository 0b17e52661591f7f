config Cfg:
    s: i32
def p(a: i32, b: i32, z: i32):
    z = a * b
---- schedule
p = bind_config(p, 'a * b', Cfg, 's')
---- expect
def p(a: i32 @ DRAM, b: i32 @ DRAM, z: i32 @ DRAM):
    Cfg.s = a * b
    z = Cfg.s
