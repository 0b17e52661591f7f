@instr("dummy_load({dst_data}, {s_data});")
def dummy_load(N: size, dst: [f32][N], s: f32):
    assert N == 8
    for i in seq(0, N):
        dst[i] = s
def foo(x: f32[256], y: f32[256], a: f32):
    for io in seq(0, 128):
        for ii in seq(0, 2):
            x[2 * io + ii] = a
        for ii in seq(0, 2):
            y[2 * io + ii] = a
---- schedule
p = replace(p, 'for ii in _: _', dummy_load)
---- expect error replace.S2
N == 8
