def p(x: f32, y: f32):
    x = 1.0
    x += y
    y = 2.0
---- schedule
second = p.find('x += _')
last = p.find('y = _')
p = merge_writes(p, 'x = _ ; x += _')
p = insert_pass(p, second.before())
p = insert_pass(p, last.before())
---- expect
def p(x: f32 @ DRAM, y: f32 @ DRAM):
    pass
    x = 1.0 + y
    pass
    y = 2.0
