def note(n: size, w: [f32][n]):
    assert n <= 8
    assert stride(w, 0) == 1
    pass

def p(n: size, A: f32[n]):
    A[0] = 1.0
---- schedule
p = insert_noop_call(p, 'A[_] = _', note, ['0', 'A[0:0]'])
---- expect error insert_noop_call.S1
is at least 1
