def f(x: [f32][4] @ DRAM):
    s: f32 @ DRAM
    t: f32 @ DRAM
    s = x[0]
    t = x[1]
    x[2] = s
def p(x: f32[4] @ DRAM):
    a: f32 @ DRAM
    b: f32 @ DRAM
    a = x[0]
    b = x[1]
    x[2] = b
---- schedule
p = replace(p, 'a : _', f)
---- expect error replace.R1
`s`
`b`
