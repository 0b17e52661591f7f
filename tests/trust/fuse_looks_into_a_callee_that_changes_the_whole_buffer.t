def twice(comm: [f32][32]):
    for k in seq(0, 32):
        comm[k] = comm[k] + comm[k]
def control(x: f32[32], comm: f32[32], y: f32[32]):
    for i in seq(0, 16):
        comm[i] = x[i] + x[i]
        twice(comm[0:32])
    for i in seq(0, 16):
        y[i] = comm[i]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
counterexample
