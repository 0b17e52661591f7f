// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dsl/ir/error_bound.hpp"
#include "dsl/syntax/instr_keywords.hpp"
#include "dsl/syntax/roles.hpp"
#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using Catch::Matchers::Contains;
using syntax::parse_module;

namespace {

std::string with_keywords(const std::string& keywords, const std::string& type = "f32") {
  return fmt::format(
      "@instr(\"go(&{{dst_data}}, {{n}});\", {})\n"
      "def go(n: size, dst: [{}][n] @ DRAM):\n    for i in seq(0, n):\n        dst[i] = 0\n",
      keywords, type);
}

std::string fact(const std::string& keywords, const std::string& word) {
  const syntax::Module m = parse_module(with_keywords(keywords), "p.tess");
  test::check_round_trip(m);
  return m.procs[0]->instr->facts.at(word);
}

void refuses_keywords(const std::string& keywords, const std::string& message, const std::string& hint) {
  INFO(keywords);
  const Diagnostic d = test::diagnostic_of([&] { parse_module(with_keywords(keywords), "p.tess"); });
  CHECK_THAT(d.message, Contains(message));
  CHECK_THAT(d.hint, Contains(hint));
  CHECK(d.loc.text() == fmt::format("p.tess:1:{}", with_keywords(keywords).find(keywords) + keywords.rfind('=') + 2));
}

}  // namespace

TEST_CASE("a keyword that @instr has not names the nearest") {
  refuses_keywords("feture=\"avx2\"", "@instr has no keyword `feture`", "did you mean `feature`?");
  refuses_keywords("roll=\"fma\"", "@instr has no keyword `roll`", "did you mean `role`?");
  refuses_keywords("Latency=3", "@instr has no keyword `Latency`", "did you mean `latency`?");
  refuses_keywords("xyzzy=1", "@instr has no keyword `xyzzy`", "known: role, header, flags, feature, order, ulp");
}

TEST_CASE("a fact of another form is told the form") {
  const std::string source = "source=\"a table\", ";
  refuses_keywords(source + "latency=\"banana\"", "`latency` is a number of cycles, as in latency=4",
                   "from operands to result");
  refuses_keywords(source + "latency=\"-3\"", "`latency` is a number of cycles", "it needs source");
  refuses_keywords(source + "latency=-3", "`latency` is a number of cycles", "");
  refuses_keywords(source + "throughput=\"0.5 \"", "`throughput` is a number of cycles", "");
  refuses_keywords(source + "throughput=\".5\"", "`throughput` is a number of cycles", "");
  refuses_keywords("source=\" \"", "`source` is a text", "");
  refuses_keywords("source=3", "`source` is a text", "");
  refuses_keywords("scratch=few", "`scratch` is a whole number, as in scratch=0", "fma_broadcast");
  refuses_keywords("scratch=0.5", "`scratch` is a whole number", "");
  refuses_keywords("order=\"some\"", "`order` is \"any\"", "another order");
  refuses_keywords("rounding=\"twice\"", "`rounding` is \"fused\", \"separate\", \"any\" or \"either\"", "");
  refuses_keywords("denormals=\"no\"", "`denormals` is \"kept\" or \"flushed\"", "");
  refuses_keywords("error=\"1%\"", "`error` is a relative error of at most 1/8", "2^-14");
  refuses_keywords("error=\"2^14\"", "`error` is a relative error", "");
  refuses_keywords("error=\"2^-2\"", "`error` is a relative error", "");
  refuses_keywords("error=\"2^-9999\"", "`error` is a relative error", "");
  refuses_keywords("error=\"0.0\"", "`error` is a relative error", "");
  refuses_keywords("compiler=\"gcc 13\"", "`compiler` is compilers and their first versions", "");
  refuses_keywords("compiler=\"\"", "`compiler` is compilers and their first versions", "");
  refuses_keywords("role=\"two words\"", "`role` is a name", "hw.fma");
  refuses_keywords("role=\"\"", "`role` is a name", "");
  refuses_keywords("role=3", "`role` is a name", "");
  refuses_keywords("header=3", "a header must be a string", "");
}

TEST_CASE("facts are kept as they are written, and printed so") {
  CHECK(fact("role=\"my_own\"", "role") == "my_own");
  CHECK(fact("role=add", "role") == "add");
  CHECK(fact("order=\"any\"", "order") == "any");
  CHECK(fact("latency=\"0.5\", source=\"s\"", "latency") == "0.5");
  CHECK(fact("throughput=2, source=\"s\"", "throughput") == "2");
  CHECK(fact("error=\"2^-14\"", "error") == "2^-14");
  CHECK(fact("error=\"1.5*2^-12\"", "error") == "1.5*2^-12");
  CHECK(fact("error=0.001", "error") == "0.001");
  CHECK(fact("rounding=\"fused\"", "rounding") == "fused");
  CHECK(fact("denormals=\"flushed\"", "denormals") == "flushed");
  CHECK(fact("compiler=\"gcc>=13 clang>=18.1\"", "compiler") == "gcc>=13 clang>=18.1");
  CHECK(fact("scratch=0", "scratch") == "0");
}

TEST_CASE("a figure says where it is from") {
  refuses_keywords("latency=4", "`latency` without `source`", "as in source=");
  refuses_keywords("role=\"add\", throughput=\"0.5\"", "`throughput` without `source`", "as in source=");
}

TEST_CASE("a relative error is a number, and one of floating-point results") {
  const auto stated = [](const std::string& text) {
    return ir::stated_error(*parse_module(with_keywords("error=\"" + text + "\""), "p.tess").procs[0]);
  };
  CHECK(stated("2^-14") == 1.0 / 16384);
  CHECK(stated("1.5*2^-12") == 1.5 / 4096);
  CHECK(stated("0.125") == 0.125);
  CHECK_FALSE(ir::stated_error(*parse_module(with_keywords("ulp=2"), "p.tess").procs[0]));
  refuses_keywords("ulp=2, error=\"2^-14\"", "`error` beside `ulp`", "one bound is enough");
  CHECK_THROWS_WITH(parse_module(with_keywords("error=\"2^-14\"", "i32"), "p.tess"),
                    Contains("`error` is for results in floating point: dst is i32"));
}

TEST_CASE("a slip of the pen in a role is no role of one's own") {
  refuses_keywords("role=\"laod\"", "unknown role `laod`", "did you mean `load`?");
  for (const auto& [written, meant] :
       std::vector<std::pair<std::string, std::string>>{{"stroe", "store"},
                                                        {"lod", "load"},
                                                        {"loadd", "load"},
                                                        {"broadcst", "broadcast"},
                                                        {"fam", "fma"},
                                                        {"addd", "add"},
                                                        {"masked_laod", "masked_load"},
                                                        {"maskd_load", "masked_load"},
                                                        {"fmabroadcast", "fma_broadcast"},
                                                        {"fma_brodcast", "fma_broadcast"},
                                                        {"accumlate", "accumulate"}})
    CHECK(syntax::misspelt_role(written) == meant);
}

TEST_CASE("a role of one's own is taken") {
  for (const char* role :
       {"fms",   "fnma",           "sin",        "madd",          "adds",    "abs",        "exp",   "dot",
        "dot4",  "dot4_broadcast", "load_i8",    "load2",         "loadu",   "gelu",       "rsqrt", "ger",
        "sgemm", "fms_broadcast",  "masked_abs", "max_broadcast", "convert", "reciprocal", "twice", "half",
        "fence", "nothing",        "double",     "store_nt"}) {
    INFO(role);
    CHECK(syntax::misspelt_role(role).empty());
  }
  for (const std::string& role : syntax::role_names()) CHECK(syntax::misspelt_role(role).empty());
}

TEST_CASE("what schedules call otherwise is no role") {
  refuses_keywords("role=\"lanes\"", "`lanes` cannot be a role", "hw.lanes is something else");
  refuses_keywords("role=\"memory\"", "`memory` cannot be a role", "");
  refuses_keywords("role=\"f64\"", "`f64` cannot be a role", "");
}

TEST_CASE("a placeholder that is none is told at its place") {
  const auto diagnostic = [](const std::string& c_template) {
    return test::diagnostic_of([&] {
      parse_module("@instr(" + c_template + ")\ndef go(n: size, dst: [f32][n] @ DRAM, s: f32):\n    pass\n", "p.tess");
    });
  };
  Diagnostic d = diagnostic("\"go(&{dts_data});\"");
  CHECK(d.message == "the C template: {dts_data} is not a placeholder");
  CHECK(d.loc.text() == "p.tess:1:13");
  CHECK_THAT(d.hint, Contains("did you mean `dst_data`"));
  d = diagnostic("\"go({n},\n   {dst_stride1});\"");
  CHECK(d.message == "the C template: {dst_stride1} is not a placeholder");
  CHECK(d.loc.text() == "p.tess:2:4");
  CHECK(diagnostic("\"go({n_data});\"").message == "the C template: {n_data} is not a placeholder");
  CHECK(diagnostic("\"go({s_int});\"").message == "the C template: {s_int} is not a placeholder");
  CHECK_THAT(diagnostic("\"go({xyzzy});\"").hint, Contains("arguments are n, dst, s; {x} is the value"));
  d = diagnostic("\"if (1) { go(); \"");
  CHECK(d.message == "the C template: a { is never closed");
  CHECK(d.loc.text() == "p.tess:1:8");
  CHECK(diagnostic("\"go(); }\"").message == "the C template: a } was never opened");
}

TEST_CASE("all keywords have a form and a meaning") {
  for (const syntax::InstrKeyword& k : syntax::instr_keywords()) {
    INFO(k.word);
    CHECK(syntax::instr_keyword(k.word) == &k);
    CHECK(std::string(k.form).size() > 4);
    CHECK(std::string(k.meaning).size() > 4);
  }
}
