def p(x: i32, a: f32, b: f32):
    x = a + b
---- schedule
p = split_write(p, 'x = _')
---- expect error split_write.R2
an integer and another is not
