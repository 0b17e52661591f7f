config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def f(n: size, scale: f32, A: [f32][n]):
    for i in seq(0, n):
        A[i] = A[i] * scale

def p(n: size, scale: f32, A: f32[n], B: f32[n]):
    f(n, scale, A)
    f(n, scale, B)
---- schedule
g = rename(f, 'g')
g = bind_config(g, g.find('A[_] = _').child(1).child(1), Cfg, 's')
h = rename(divide_loop(f, 'i', 4, ['io', 'ii'], tail='guard'), 'h')
p = call_eqv(p, 'f(_) #1', h)
p = call_eqv(p, 'f(_)', g)
p = call_eqv(p, 'g(_)', h)
p = call_eqv(p, 'h(_) #1', f)
---- expect
def p(n: size, scale: f32 @ DRAM, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    h(n, scale, A)
    f(n, scale, B)
