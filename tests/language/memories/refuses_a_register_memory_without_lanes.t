memory Tile:
    holds f32 as tile4
def p(A: f32[4]):
    pass
---- expect error type
:2:
