// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "artifact/conformance_record.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

namespace tessera::artifact {
namespace {

TEST_CASE("the record of a shipped library is written as it was read") {
  for (const std::string name : {"scalar", "avx2", "avx512", "neon", "power10"}) {
    const std::string file = TESSERA_SOURCE_DIR "/hwlib/" + name + "/conformance.json";
    CHECK(report::text_of(to_json(read_conformance_record(file))) + "\n" == read_file(file));
  }
}

TEST_CASE("all that a record of a check may hold is read as it was written") {
  ConformanceRecord record{"0.1.0", {{"a.tess", "12"}}, {{"../base", {{"b.tess", "34"}}}}, {}, {}};
  record.machines = {{"gcc", "gcc 12", {}, {"gcc", "-O2"}, {}, "canaries"},
                     {"emulated", "gcc 12", "version unknown", {"gcc", "-O2"}, {"sim", "-q"}}};
  record.machines[0].cpu = "a CPU";
  record.instructions = {
      {"skipped", "a.tess", "no CPU", 0, conformance::Where::nowhere, {}, {{"sim", "there is no sim"}}, {}, {}, {}},
      {"run",
       "a.tess",
       {},
       8,
       conformance::Where::natively,
       {"gcc"},
       {{"clang", "none"}},
       {"vec9"},
       {"a = -128"},
       SeenError{{ir::ErrorBound::Unit::ulp, 2, "2"}, 1.25}},
      {"near",
       "a.tess",
       {},
       8,
       conformance::Where::natively,
       {"gcc"},
       {},
       {},
       {},
       SeenError{{ir::ErrorBound::Unit::relative, 0.125, "2^-3"}, 0.1}},
      {"set", "a.tess", {}, 8, conformance::Where::natively, {"gcc"}, {}, {}, {}, {}, {"near", "far"}},
      {"emulated", "a.tess", {}, 4, conformance::Where::emulated, {"emulated"}, {}, {}, {}, {}},
      {"modelled", "a.tess", {}, 4, conformance::Where::modelled, {"in C"}, {}, {}, {}, {}}};
  const ScratchFolder folder;
  const std::string text = report::text_of(to_json(record));
  write_files(folder.path(), {{"conformance.json", text}});
  CHECK(report::text_of(to_json(read_conformance_record(folder.path() / "conformance.json"))) == text);
}

}  // namespace
}  // namespace tessera::artifact
