def p(x: f32, y: i32):
    x = 2.0
    y = 3
---- schedule
p = rewrite_expr(p, p.find('x = _').child(0), '2')
p = rewrite_expr(p, p.find('y = _').child(0), '3')
---- expect
def p(x: f32 @ DRAM, y: i32 @ DRAM):
    x = 2.0
    y = 3.0
