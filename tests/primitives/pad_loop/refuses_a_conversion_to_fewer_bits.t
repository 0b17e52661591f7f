def p(y: i32[4], x: i64[8]):
    t: i32[8]
    for i in seq(0, 4):
        t[i] = i32(x[i]) + 1.0
    for i in seq(0, 4):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R3
x[i] may have no meaning among integers
