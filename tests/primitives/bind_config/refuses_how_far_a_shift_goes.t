config Cfg:
    f: i8
def p(A: i8[8], B: i8[8]):
    for i in seq(0, 8):
        B[i] = shift_right(A[i], 2)
---- schedule
p = bind_config(p, p.find('B[_] = _').child(1).child(1), Cfg, 'f')
---- expect error bind_config.R2
2.0 says how far a shift goes, or is a mask
