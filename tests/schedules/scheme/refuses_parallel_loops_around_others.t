# hwlib scalar
def product(A: f32[2, 3] @ DRAM, B: f32[3, 4] @ DRAM, C: f32[2, 4] @ DRAM):
    for i in seq(0, 2):
        for j in seq(0, 4):
            for k in seq(0, 3):
                C[i, j] += A[i, k] * B[k, j]
---- schedule
p = scheme(p, 'i', 'par R(i) R(k) par R(j)')
---- expect error scheme
stands after R(k), which is not parallel
