def p(a: i32, z: i32):
    z = 3000000000.0 + a
---- schedule
p = split_write(p, 'z = _')
---- expect error split_write.R2
the first part need not fit i32
