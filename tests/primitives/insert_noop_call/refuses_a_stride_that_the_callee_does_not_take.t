def note(n: size, w: [f32][n]):
    assert n <= 8
    assert stride(w, 0) == 1
    pass

def p(A: f32[4, 4]):
    A[0, 0] = 1.0
---- schedule
p = insert_noop_call(p, 'A[_] = _', note, ['4', 'A[0:4, 1]'])
---- expect error insert_noop_call.S1
stride(w, 0) == 1
