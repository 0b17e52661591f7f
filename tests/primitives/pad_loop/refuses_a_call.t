def one(t: [f32][1]):
    t[0] = 1.0
def p(n: size):
    t: f32[8]
    for i in seq(0, 4):
        one(t[i:i + 1])
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R2
