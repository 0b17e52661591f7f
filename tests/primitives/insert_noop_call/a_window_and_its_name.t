def note(n: size, w: [f32][n]):
    pass
def p(n: size, B: f32[n + 5]):
    w = B[2:6]
    B[0] = 1.0
---- schedule
p = insert_noop_call(p, 'w = _', note, ['4', 'w'])
---- expect
def p(n: size, B: f32[n + 5] @ DRAM):
    w = B[2:6]
    note(4, w)
    B[0] = 1.0
