@instr("store8({dst_data}, {src_data});")
def store8(dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        dst[i] = src[i]
def tail(n: size, C: f32[n], acc: f32[(n + 7) / 8 * 8]):
    for jo in seq(0, (n + 7) / 8):
        for ji in seq(0, 8):
            if 8 * jo + ji < n:
                C[8 * jo + ji] = acc[8 * jo + ji]
---- schedule
p = replace(p, 'for ji in _: _', store8)
---- expect error replace.R1
