@instr("fill({n}, &{dst_data});")
def fill(n: size, dst: [R][n]):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = set_precision(fill, 'dst', 'f32')
---- expect error step.S1
dst is [R][n], and would be [f32][n]
