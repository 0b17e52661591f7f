def f(x: f32, y: f32):
    x = y
def p(a: f32):
    f(a, a)
---- expect error alias
the arguments x and y do not overlap
