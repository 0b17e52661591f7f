def p(n: size, A: f32[n], x: f32):
    x = relu(1.0 + x * -A[n])
---- expect error bounds
A[n] lies in A
