@instr("fill({n}, &{dst_data});")
def fill(n: size, dst: f32[n]):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = make_instr(fill, 'memset_floats({n}, {dst_data});')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')
---- expect
@instr("memset_floats({n}, {dst_data});")
def fill(n: size, dst: f32[n] @ DRAM):
    for io in seq(0, n / 4):
        for ii in seq(0, 4):
            dst[ii + 4 * io] = 1.0
    for ii in seq(0, n % 4):
        dst[ii + n / 4 * 4] = 1.0
