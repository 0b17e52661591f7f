config Cfg:
    s: i8
def p(a: i8, z: i32):
    z = a + 200
---- schedule
p = bind_config(p, '200', Cfg, 's')
---- expect error bind_config.R5
need not fit i8
