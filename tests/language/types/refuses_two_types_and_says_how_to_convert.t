def p(x: ui8, y: i8, z: i32):
    z += x * y
---- expect error type
one operation mixes ui8 and i8
convert one side: ui8(…) or i8(…)
