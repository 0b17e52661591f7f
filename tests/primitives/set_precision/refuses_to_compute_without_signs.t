def p(a: ui8, z: i64):
    t: ui8
    t = a
    z = t - 5
---- schedule
p = set_precision(p, 't', 'ui32')
---- expect error set_precision.R5
t is ui8
