def f(w: [f32][4]):
    w[0] = 1.0
def p(A: f32[4]):
    A[1] = 1.0
---- schedule
p = insert_noop_call(p, 'A[_] = _', f, ['A[0:4]'])
---- expect error insert_noop_call.R1
f does something
