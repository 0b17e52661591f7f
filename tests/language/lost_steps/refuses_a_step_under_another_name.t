def gemm(n: size, A: f32[n], B: f32[n]):
    for a in seq(0, n):
        A[a] = 1.0
    for b in seq(0, n):
        B[b] = 2.0
---- schedule
gemm = fuse(gemm, 'a', 'b')
---- expect error schedule
:schedule:1:1: error[schedule]: this step is lost
end with `p = gemm`
