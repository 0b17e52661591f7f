config Cfg:
    n: index
def p():
    Cfg.m = 8
---- expect error name
m
