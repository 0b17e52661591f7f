@instr("add4(&{dst_data});", role="my_add", order="any", error="2^-14", rounding="any", denormals="flushed", latency=4, throughput="0.5", source="table 3", scratch=0, compiler="gcc>=13 clang>=18", header="my.h", flags="-ma -mb", feature="avx2 fma")
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect
@instr("add4(&{dst_data});", header="my.h", flags="-ma", flags="-mb", feature="avx2 fma", compiler="gcc>=13 clang>=18", denormals="flushed", error="2^-14", latency=4, order="any", role="my_add", rounding="any", scratch=0, source="table 3", throughput=0.5)
def add4(dst: [f32][4] @ DRAM):
    dst[0] += 1.0
