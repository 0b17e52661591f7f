# hwlib scalar
def blur(A: f32[8, 3] @ DRAM, B: f32[3] @ DRAM, C: f32[9] @ DRAM):
    for i in seq(0, 2):
        for j in seq(0, 8):
            for k in seq(0, 3):
                C[i + j] += A[j, k] * B[k]
---- schedule
p = scheme(p, 'i', 'par R(i) par R(j) R(k)')
---- expect error parallelize_loop.S1
counterexample
