# Round 1 reads one element more than round 0 wrote.
def p(y: f32[4]):
    t: f32[4]
    for i in seq(0, 4):
        t[i] = 1.0
    for k in seq(0, 4):
        for i in seq(0, k):
            t[i] = t[i] + 1.0
    for i in seq(0, 3):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i #1', 4)
---- expect error pad_loop.S3
counterexample
