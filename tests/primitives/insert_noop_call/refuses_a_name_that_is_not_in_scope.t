def note(n: size, w: [f32][n]):
    assert n <= 8
    assert stride(w, 0) == 1
    pass

def p(n: size, A: f32[n + 4]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = insert_noop_call(p, 'for i in _: _', note, ['4', 'A[i:i + 4]'])
---- expect error insert_noop_call.R2
unknown name `i`
