def p(i: index, A: f32[4]):
    A[i] = 0.0
---- expect error bounds
A[i] lies in A
counterexample: i = 
