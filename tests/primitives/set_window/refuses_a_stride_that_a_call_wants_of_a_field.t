config Cfg:
    st: stride
def copy(dst: [f32][4], src: [f32][4]):
    assert Cfg.st == 1
    for i in seq(0, 4):
        dst[i] = src[i]
def p(n: size, A: f32[n], B: f32[4], C: f32[4]):
    Cfg.st = stride(A, 0)
    copy(B[0:4], C[0:4])
---- schedule
p = set_window(p, 'A')
---- expect error set_window.S1
