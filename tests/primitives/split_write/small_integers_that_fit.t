def p(x: i16, a: i8, b: i8, y: ui8, c: ui8):
    x = a * a + b
    y = c + c
---- schedule
p = split_write(p, 'x = _')
p = split_write(p, 'y = _')
---- expect
def p(x: i16 @ DRAM, a: i8 @ DRAM, b: i8 @ DRAM, y: ui8 @ DRAM, c: ui8 @ DRAM):
    x = a * a
    x += b
    y = c
    y += c
