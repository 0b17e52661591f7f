memory V:
    holds f32[65536, 2] as a
def p(A: f32[4]):
    pass
---- expect error type
expected an element type and a number of lanes
