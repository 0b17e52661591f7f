def p(A: f32[4] @ DRAN):
    pass
---- expect error name
unknown memory `DRAN`
DRAM
