def p(a: f32):
    a = select(7.0, a, a - 1.0, a)
    a = select(7.0, a, a - 1.0, a)
---- schedule
p = bind_expr(p, 'a - 1.0', 'less', cse=True)
---- expect
def p(a: f32 @ DRAM):
    less: f32 @ DRAM
    less = a - 1.0
    a = select(7.0, a, less, a)
    a = select(7.0, a, a - 1.0, a)
