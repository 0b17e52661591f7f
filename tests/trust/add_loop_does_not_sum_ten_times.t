def f(input: f32[10], output: f32[10], sum: f32):
    for i in seq(0, 10):
        output[i] = input[i] + 1.0
    for i in seq(0, 10):
        sum += input[i]
---- schedule
p = add_loop(p, 'for i in _: _ #1', 'j', '10')
---- expect error add_loop.S2
counterexample
