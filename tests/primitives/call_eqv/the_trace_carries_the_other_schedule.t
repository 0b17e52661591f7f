def fill(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = 1.0
def p(n: size, A: f32[n]):
    fill(n, A)
---- schedule
fast = rename(fill, 'fill_fast')
fast = divide_loop(fast, 'i', 4, ['io', 'ii'], tail='cut')
p = call_eqv(p, 'fill(_)', fast)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    fill_fast(n, A)
