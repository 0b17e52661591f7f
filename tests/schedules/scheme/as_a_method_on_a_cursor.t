# hwlib scalar
def product(A: f32[2, 3] @ DRAM, B: f32[3, 4] @ DRAM, C: f32[2, 4] @ DRAM):
    for i in seq(0, 2):
        for j in seq(0, 4):
            for k in seq(0, 3):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = p.scheme(p.find_loop('i'), 'R(j) R(k) R(i)')
---- expect
def product(A: f32[2, 3] @ DRAM, B: f32[3, 4] @ DRAM, C: f32[2, 4] @ DRAM):
    for j in seq(0, 4):
        for k in seq(0, 3):
            for i in seq(0, 2):
                C[i, j] += A[i, k] * B[k, j]
