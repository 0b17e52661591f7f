config Cfg:
    f: index
    g: index
    s: f32
    b: bool

@instr("(void)({dst_data}); (void)({src_data});")
def load(n: size, dst: [f32][n, 4], src: [f32][n, 4]):
    assert Cfg.f == stride(src, 0)
    for i in seq(0, n):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]
@instr("(void)({n});")
def set_stride(n: stride):
    Cfg.f = n
def p(n: size, A: f32[n, 4], B: f32[n, 32]):
    for k in seq(0, 8):
        for i in seq(0, n):
            for j in seq(0, 4):
                A[i, j] = B[i, 4 * k + j]
---- schedule
p = write_config(p, p.find_loop('k').before(), Cfg, 'f', 'stride(B, 0)')
p = replace(p, 'for i in _: _', load)
p = replace(p, 'Cfg.f = _', set_stride)
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n, 32] @ DRAM):
    set_stride(32)
    for k in seq(0, 8):
        load(n, A[0:n, 0:4], B[0:n, 4 * k:4 * k + 4])
