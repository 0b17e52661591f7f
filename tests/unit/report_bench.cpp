// SPDX-License-Identifier: Apache-2.0
// What a bench program prints is read once; the JSON and the table are made from that.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "artifact/bench_table.hpp"

namespace tessera::artifact {
namespace {

const std::string line =
    R"({"sizes": {"n": 7, "m": 8}, "fills": "L1", "bytes": 2048, "operations": 1000, "core": 1, "samples": 9, )"
    R"("disturbed": 0, "calls_between_restores": 64, )"
    R"("kernel": {"ns": 250.5, "quartiles_ns": [250.25, 251.5], "calls_per_sample": 4000}, )"
    R"("reference": {"ns": 1002.5, "quartiles_ns": [1001.5, 1003.5], "calls_per_sample": 1000}, )"
    R"("ratio": 4.002, "quartiles_ratio": [3.99, 4.01]})";

BenchReport report_of(const std::string& row) {
  BenchReport out{"out/k_bench.c", "a CPU", {{"gcc", "gcc 12"}}, {{"clang", "in k.c:\nk.c:3: error: no\n"}}, {}};
  out.rows.push_back(bench_row("gcc", row).value());
  return out;
}

TEST_CASE("a row of a bench program goes into the report as it was printed, with its rates") {
  const nlohmann::ordered_json row = to_json(report_of(line)).at("rows").at(0);
  CHECK(row.dump() ==
        R"({"compiler":"gcc","sizes":{"n":7,"m":8},"fills":"L1","bytes":2048,"operations":1000,"core":1,"samples":9,)"
        R"("disturbed":0,"calls_between_restores":64,)"
        R"("kernel":{"ns":250.5,"quartiles_ns":[250.25,251.5],"calls_per_sample":4000,"gops":3.992015968063872},)"
        R"("reference":{"ns":1002.5,"quartiles_ns":[1001.5,1003.5],"calls_per_sample":1000,"gops":0.9975062344139651},)"
        R"("ratio":4.002,"quartiles_ratio":[3.99,4.01]})");
}

TEST_CASE("the table of a bench tells times, rates, compilers and why one is left out") {
  CHECK(bench_table(report_of(line)) ==
        "beside the procedure as written, in turns on one core: a CPU\n"
        "compiler  sizes    fills   data  kernel  reference  ratio     quartiles  kernel Gop/s  reference Gop/s\n"
        "gcc       n=7,m=8  L1     2 KiB  250 ns    1.00 us   4.00  3.99 to 4.01          3.99             1.00\n"
        "gcc is gcc 12\n"
        "clang is left out, for it does not build the program: k.c:3: error: no\n");
}

TEST_CASE("sizes that a bench program leaves out are a row of the report and a note of the table") {
  const BenchReport report = report_of(R"({"fills": "beyond L2", "left_out": "too large"})");
  CHECK(to_json(report).at("rows").dump() == R"([{"compiler":"gcc","fills":"beyond L2","left_out":"too large"}])");
  CHECK(bench_table(report).find("\ngcc: beyond L2 is left out: too large\n") != std::string::npos);
}

TEST_CASE("a line of another form is no row of a bench program") {
  for (const char* other :
       {"", "k: FAILED at n=7", "[]", "{}", R"({"fills": "L1"})", R"({"fills": 3, "left_out": ""})"})
    CHECK_FALSE(bench_row("gcc", other));
}

}  // namespace
}  // namespace tessera::artifact
