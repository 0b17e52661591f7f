def p(a: i8[2], y: i32):
    A: i8
    A = -100
    for i in seq(0, 2):
        A += a[i]
    y = A
---- schedule
p = stage_mem(p, 'for i in _: _', 'A', 't', accum=True)
p = set_precision(p, 'A', 'i32')
---- expect error set_precision.R5
stage_mem may have left a value
