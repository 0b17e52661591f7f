// SPDX-License-Identifier: Apache-2.0
// Instructions that read the machine's own state, which other instructions of the library set.
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

/// A machine with two registers of state, its C as a library may have it.
struct Chip {
  std::string set_count = "chip_count = {n};", set_scale = "chip_scale = {x};";
  std::string scale = "for (int k = 0; k < chip_count; k++) (&{dst_data})[k] = (&{src_data})[k] * chip_scale;";
  std::string more;
};

std::string text_of(const Chip& chip) {
  return fmt::format(R"(
config Chip:
    count: index
    scale: f32

@instr("{}", header="chip.h")
def set_count(n: index):
    assert n >= 1
    assert n <= 3
    Chip.count = n

@instr("{}", header="chip.h")
def set_scale(x: f32):
    Chip.scale = x

@instr("{}", header="chip.h")
def scale(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert Chip.count >= 0
    assert Chip.count <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, Chip.count):
        dst[i] = src[i] * Chip.scale
{})",
                     chip.set_count, chip.set_scale, chip.scale, chip.more);
}

/// One with more instructions than these.
Chip with_more(std::string text) {
  Chip out;
  out.more = std::move(text);
  return out;
}

std::map<std::string, Finding> findings(const Chip& chip) {
  const ScratchFolder folder;
  write_files(folder.path(), {{"chip.h",
                               "#include <stdint.h>\nstatic int64_t chip_count = 1, chip_low, chip_high;\n"
                               "static float chip_scale = 1;\n"}});
  const syntax::Module m = read(text_of(chip));
  std::map<std::string, Finding> out;
  for (Finding& f : check({m.procs, {folder.path().string()}, 1, m.procs}, one_compiler())) {
    const std::string name = f.instruction->name;
    out.emplace(name, std::move(f));
  }
  return out;
}

}  // namespace

TEST_CASE("fields that an instruction reads are set by the library's own instructions before it") {
  if (!has_compiler()) return;
  const auto found = findings({});
  for (const auto& [name, f] : found) {
    INFO(name);
    CHECK(f.why == "");
    CHECK(f.verdict == Verdict::passed);
  }
  CHECK(found.at("scale").shown_by.empty());
  CHECK(found.at("set_count").shown_by == std::vector<std::string>{"scale"});
  CHECK(found.at("set_scale").shown_by == std::vector<std::string>{"scale"});
}

TEST_CASE("an instruction that ignores the state, and one that sets another, are noticed") {
  if (!has_compiler()) return;
  Chip ignores_count, ignores_scale, sets_less, sets_nothing;
  ignores_count.scale = "for (int k = 0; k < 3; k++) (&{dst_data})[k] = (&{src_data})[k] * chip_scale;";
  ignores_scale.scale = "for (int k = 0; k < chip_count; k++) (&{dst_data})[k] = (&{src_data})[k];";
  sets_less.set_count = "chip_count = {n} > 2 ? 2 : {n};";
  sets_nothing.set_scale = "(void){x};";
  for (const Chip& wrong : {ignores_count, ignores_scale, sets_less, sets_nothing}) {
    const auto found = findings(wrong);
    CHECK(found.at("scale").verdict == Verdict::failed);
    CHECK(found.at("set_count").verdict == Verdict::failed);
    CHECK_THAT(found.at("set_count").why, Contains("with scale: "));
    REQUIRE(found.at("scale").operands_and_results.size() > 2);
    CHECK_THAT(found.at("scale").operands_and_results[0], Contains("Chip.count = "));
    CHECK_THAT(found.at("scale").operands_and_results[1], Contains("Chip.scale = "));
  }
}

TEST_CASE("only values that the asserts of the setting instruction allow are set") {
  if (!has_compiler()) return;
  Chip chip;  // right for the counts that can be set, 1 to 3
  chip.scale = "if (chip_count < 1 || chip_count > 3) __builtin_trap(); " + chip.scale;
  CHECK(findings(chip).at("scale").why == "");
}

TEST_CASE("a field that no instruction sets, and one that none reads, are told") {
  if (!has_compiler()) return;
  const auto found = findings(with_more(R"(
config Other:
    mode: index
    rest: index

@instr("(void){dst_data};")
def reads(dst: [f32][1] @ DRAM):
    assert Other.mode >= 0
    dst[0] = 0.0

@instr("(void){n};")
def set_rest(n: index):
    Other.rest = n

@instr("(void){n};")
def set_shifted(n: index):
    Other.mode = n + 1
)"));
  CHECK(found.at("reads").verdict == Verdict::skipped);
  CHECK(found.at("reads").why ==
        "it reads Other.mode, which no instruction of the library sets by a body of nothing but `Other.mode = …`");
  CHECK(found.at("set_rest").verdict == Verdict::skipped);
  CHECK(found.at("set_rest").why == "it writes Other.rest, which the check cannot read back");
  CHECK(found.at("set_shifted").why == "it writes Other.mode, which the check cannot read back");
}

TEST_CASE("an instruction that sets a field to a number is called where the field has that number") {
  if (!has_compiler()) return;
  const auto found = findings(with_more(R"(
config Mode:
    wide: index

@instr("chip_count = 16;", header="chip.h")
def set_wide():
    Mode.wide = 16

@instr("{dst_data} = chip_count;", header="chip.h")
def wide(dst: [f32][1] @ DRAM):
    assert Mode.wide == 16
    dst[0] = 16.0
)"));
  CHECK(found.at("wide").why == "");
  CHECK(found.at("set_wide").shown_by == std::vector<std::string>{"wide"});
}

TEST_CASE(
    "an instruction that sets two fields is shown by those that read them, and not by one that reads one of them") {
  if (!has_compiler()) return;
  const auto both = [](const std::string& reads_rest, const std::string& c = "chip_low = {n}; chip_high = {m};") {
    const std::string more = fmt::format(R"(
config Range:
    low: index
    high: index

@instr("{}", header="chip.h")
def set_both(n: index, m: index):
    Range.low = n
    Range.high = m

@instr("{{dst_data}} = chip_low == 3;", header="chip.h")
def low(dst: [f32][1] @ DRAM):
    assert Range.low == 3
    dst[0] = 1.0
{})",
                                         c, reads_rest);
    return findings(with_more(more)).at("set_both");
  };
  const std::string high = R"(
@instr("{dst_data} = chip_high == 5;", header="chip.h")
def high(dst: [f32][1] @ DRAM):
    assert Range.high == 5
    dst[0] = 1.0
)";
  CHECK(both("").why == "it writes Range.high, which the check cannot read back");
  CHECK(both(high).why == "");
  CHECK(both(high).verdict == Verdict::passed);
  CHECK(both(high).shown_by == std::vector<std::string>{"low", "high"});
  CHECK(both(high, "chip_low = {n};").verdict == Verdict::failed);
}

TEST_CASE("of several instructions that set a field, one that sets what is wanted is called") {
  if (!has_compiler()) return;
  Chip chip = with_more(R"(
config Mode:
    width: index

@instr("chip_count = 16;", header="chip.h")
def set_wide():
    Mode.width = 16

@instr("chip_count = 8;", header="chip.h")
def set_narrow():
    Mode.width = 8

@instr("{dst_data} = chip_count;", header="chip.h")
def narrow(dst: [f32][1] @ DRAM):
    assert Mode.width == 8
    dst[0] = 8.0

@instr("{dst_data} = chip_count;", header="chip.h")
def wide(dst: [f32][1] @ DRAM):
    assert Mode.width == 16
    dst[0] = 16.0
)");
  auto found = findings(chip);
  for (const char* name : {"set_wide", "set_narrow", "narrow", "wide"}) {
    INFO(name);
    CHECK(found.at(name).verdict == Verdict::passed);
  }
  CHECK(found.at("set_narrow").shown_by == std::vector<std::string>{"narrow"});
  chip.more.replace(chip.more.find("chip_count = 8"), 14, "chip_count = 9");
  found = findings(chip);
  CHECK(found.at("set_narrow").verdict == Verdict::failed);
  CHECK(found.at("narrow").verdict == Verdict::failed);
  CHECK(found.at("wide").verdict == Verdict::passed);
}
