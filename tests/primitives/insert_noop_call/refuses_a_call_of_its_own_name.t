def note(n: size, w: [f32][n]):
    assert n <= 8
    assert stride(w, 0) == 1
    pass

def p(A: f32[8]):
    A[1] = 1.0
---- schedule
p = insert_noop_call(rename(p, 'note'), 'A[_] = _', note, ['4', 'A[0:4]'])
---- expect error insert_noop_call.R3
