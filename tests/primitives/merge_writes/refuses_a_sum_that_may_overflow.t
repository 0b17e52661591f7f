def p(x: i64, a: i32, b: i32):
    x = a
    x += b
---- schedule
p = merge_writes(p, 'x = _ ; x += _')
---- expect error merge_writes.R3
the sum is one of i32 then, and need not fit
