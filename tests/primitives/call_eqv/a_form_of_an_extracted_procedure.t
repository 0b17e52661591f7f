config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] = A[i]
---- schedule
p, part = extract_subproc(p, 'for i in _: _ #1', 'part')
fast = divide_loop(rename(part, 'fast'), 'i', 4, ['io', 'ii'], tail='cut')
p = call_eqv(p, 'part(_)', fast)
p = call_eqv(p, 'fast(_)', part)
p = call_eqv(p, 'part(_)', fast)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
    fast(n, A, B)
