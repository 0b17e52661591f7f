@instr("fill({n}, &{dst_data});")
def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = partial_eval(p, [4])
---- expect error step.S1
it would take other arguments
