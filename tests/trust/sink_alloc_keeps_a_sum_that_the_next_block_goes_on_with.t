def row_sums(x: f32[256, 256], y: f32[256]):
    acc: f32[256]
    for ko in seq(0, 4):
        for i in seq(0, 256):
            if ko == 0:
                acc[i] = 0.0
            for ki in seq(0, 64):
                acc[i] += x[i, 64 * ko + ki]
        for i in seq(0, 256):
            y[i] = acc[i]
---- schedule
p = sink_alloc(p, 'acc')
---- expect error sink_alloc.S1
counterexample
