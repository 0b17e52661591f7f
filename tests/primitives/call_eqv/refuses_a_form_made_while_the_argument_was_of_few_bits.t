def f(x: i8, y: [i32][1]):
    y[0] = x
def p(v: i32[1], y: i32[1]):
    y[0] = v[0]
---- schedule
f2 = set_precision(rename(f, 'f2'), 'x', 'i32')
g = set_precision(rename(f, 'g'), 'x', 'i32')
p = replace(p, 'y[_] = _', f2)
p = call_eqv(p, 'f2(_)', g)
---- expect error call_eqv.S5
f2 and g are of one contract
