def p(x: f32, y: f32):
    x = x - y
---- schedule
p = fold_into_reduce(p, 'x = _')
---- expect error fold_into_reduce.R1
this statement assigns no sum
