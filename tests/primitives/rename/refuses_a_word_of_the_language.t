def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
p = rename(p, 'for')
---- expect error rename.R1
'for'
