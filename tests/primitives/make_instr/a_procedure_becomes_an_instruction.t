def zero4(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
---- schedule
p = make_instr(zero4, 'memset(&{dst_data}, 0, 16);', headers=["string.h"])
---- expect
@instr("memset(&{dst_data}, 0, 16);", header="string.h")
def zero4(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
