def p(n: size, A: f32[n]):
    for i in seq(0, n):
        pass
    pass
---- schedule
p = delete_pass(p)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    pass
