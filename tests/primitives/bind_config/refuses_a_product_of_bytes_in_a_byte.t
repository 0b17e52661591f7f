config Cfg:
    s: i8
def p(a: i8, b: i8, z: i32):
    z = a * b
---- schedule
p = bind_config(p, 'a * b', Cfg, 's')
---- expect error bind_config.R5
a * b need not fit i8
