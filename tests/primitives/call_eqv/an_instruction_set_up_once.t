config Cfg:
    f: index
    g: index
    s: f32
    b: bool

@instr("(void)({scale_data});")
def config_load(scale: f32, stride: stride):
    Cfg.s = scale
    Cfg.f = stride
@instr("(void)({dst_data}); (void)({src_data});")
def do_load(n: size, dst: [f32][n, 4], src: [f32][n, 4]):
    assert stride(src, 0) == Cfg.f
    for i in seq(0, n):
        for j in seq(0, 4):
            dst[i, j] = src[i, j] * Cfg.s
def load(n: size, scale: f32, dst: [f32][n, 4], src: [f32][n, 4]):
    for i in seq(0, n):
        for j in seq(0, 4):
            dst[i, j] = src[i, j] * scale
def p(scale: f32, A: f32[8, 4], B: f32[8, 32]):
    for k in seq(0, 8):
        load(8, scale, A[0:8, 0:4], B[0:8, 4 * k:4 * k + 4])
---- schedule
set = write_config(rename(load, 'set'), load.find_loop('i').before(), Cfg, 's', 'scale')
set = write_config(set, set.find_loop('i').before(), Cfg, 'f', 'stride(src, 0)')
set = bind_config(set, set.find('dst[_] = _').child(2).child(1), Cfg, 's')
set = delete_config(set, 'Cfg.s = _ #1')
set = replace(set, 'for i in _: _', do_load)
p = call_eqv(p, 'load(_)', set)
p = inline(p, 'set(_)')
p = write_config(p, p.find_loop('k').before(), Cfg, 's', 'scale')
p = write_config(p, p.find_loop('k').before(), Cfg, 'f', 'stride(B, 0)')
p = delete_config(p, 'Cfg.s = _ #1')
p = delete_config(p, 'Cfg.f = _ #1')
p = replace(p, 'Cfg.s = _', config_load)
---- expect
def p(scale: f32 @ DRAM, A: f32[8, 4] @ DRAM, B: f32[8, 32] @ DRAM):
    config_load(scale, 32)
    for k in seq(0, 8):
        do_load(8, A[0:8, 0:4], B[0:8, 4 * k:4 * k + 4])
