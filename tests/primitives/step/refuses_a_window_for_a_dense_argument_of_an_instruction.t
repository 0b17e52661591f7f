@instr("fill({n}, &{dst_data});")
def fill(n: size, dst: f32[n]):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = set_window(fill, 'dst')
---- expect error step.S1
dst is f32[n], and would be [f32][n]
