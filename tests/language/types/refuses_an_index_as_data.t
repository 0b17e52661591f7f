def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = i
---- expect error type
refuses_an_index_as_data.t:3:16
control variable
