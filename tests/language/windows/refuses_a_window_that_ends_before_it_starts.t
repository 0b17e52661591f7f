def p(n: size, A: f32[n]):
    w = A[n:n - 1]
---- expect error bounds
the window A[n:n - 1] lies in A
out of bounds: 1:0
