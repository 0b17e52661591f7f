def p(A: f32[8]):
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
p, fill = extract_subproc(p, 'i', 'fill')
fast = rename(fill, 'fast')
fast = divide_loop(fast, 'i', 4, ['io', 'ii'], perfect=True)
p = call_eqv(p, 'fill(_)', fast)
---- expect
def p(A: f32[8] @ DRAM):
    fast(A)
