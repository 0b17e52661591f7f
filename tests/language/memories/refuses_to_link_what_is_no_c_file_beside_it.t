memory V:
    holds f32[4] as a
    link "../shim.c"
def p(A: f32[4]):
    pass
---- expect error type
`../shim.c` is not the name of a C file in the library's folder
