def unknown_dependence(z: size, A: f32[z + 1, 9, 9], B: f32[9, 9], v: f32):
    for i in seq(1, 8):
        for j in seq(1, 8):
            A[z, i, j] = v
            B[i, j] = A[z, i - 1, j + 1]
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.S1
counterexample
