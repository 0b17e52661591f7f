def f(x: [f32][2, 4] @ DRAM):
    x[1, 0] = x[0, 0]
def p(A: f32[4, 8] @ DRAM):
    f(A[1:3, 0:4])
    A[1, 0] = A[1, 1]
---- schedule
p = bind_window(p, p.body(), 'A[1, 0:8]', 'row')
---- expect
def p(A: f32[4, 8] @ DRAM):
    row = A[1, 0:8]
    f(A[1:3, 0:4])
    row[0] = row[1]
