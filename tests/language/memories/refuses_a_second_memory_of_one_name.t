memory Tile:
    holds f32[4] as tile4
    registers 8
    indices constant
    header "tiles.h"
memory Tile:
    storage stack
def p(A: f32[4]):
    pass
---- expect error name
Tile
