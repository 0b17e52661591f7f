def f(w: f32[4]):
    pass
def p(A: f32[8]):
    A[1] = 1.0
---- schedule
p = insert_noop_call(p, 'A[_] = _', f, ['A[0:4]'])
---- expect error insert_noop_call.R2
is a window
