def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    fill(n, A[0:n])
    for i in seq(0, n):
        A[i] += 1.0
---- schedule
p, f = extract_subproc(p, 'for i in _: _', 'fill')
---- expect error extract_subproc.R1
fill
