def p(n: size, A: f32[n], s: f32):
    A[s] = 0.0
---- expect error type
refuses_data_as_an_index.t:2:7
