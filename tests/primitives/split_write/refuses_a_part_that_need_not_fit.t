def p(x: ui8, a: ui8, b: ui8, c: ui8):
    x = a - b + c
---- schedule
p = split_write(p, 'x = _')
---- expect error split_write.R2
the first part need not fit ui8
