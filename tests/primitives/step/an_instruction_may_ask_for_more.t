@instr("fill({n}, &{dst_data});")
def fill(n: size, dst: [f32][n]):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = rename(fill, 'fill_unit')
p = add_assertion(p, 'stride(dst, 0) == 1')
---- expect
@instr("fill({n}, &{dst_data});")
def fill_unit(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
