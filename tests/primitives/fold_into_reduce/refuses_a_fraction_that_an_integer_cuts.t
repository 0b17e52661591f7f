def p(x: R, a: i32):
    x = x + a
---- schedule
p = fold_into_reduce(p, 'x = _')
---- expect error fold_into_reduce.R2
