def bar(s: [f32][5]):
    for i in seq(0, 5):
        s[i] = 1.0
def p():
    x: f32[11]
    for i in seq(3, 6):
        bar(x[i:i + 5])
---- schedule
p = resize_dim(p, 'x', 0, '8', '3')
---- expect
def p():
    x: f32[8] @ DRAM
    for i in seq(3, 6):
        bar(x[i - 3:i + 2])
