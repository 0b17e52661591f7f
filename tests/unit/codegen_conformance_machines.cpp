// SPDX-License-Identifier: Apache-2.0
// Where instructions are run, and why they are not.
#include <fstream>

#include "dsl/support/process.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::StartsWith;

TEST_CASE("what cannot be run is skipped with the reason") {
  const std::string feature = R"(
@instr("{dst_data} = {src_data};", feature="nosuchfeature")
def copy(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0]
)";
  CHECK(checked(feature).verdict == Verdict::skipped);
  CHECK(checked(feature).why ==
        "no test is known for the CPU feature nosuchfeature, and the library's machines.json names no emulator");
  Machines machines;
  machines.emulated = {{"x under y", {"no-such-compiler"}, {"no-such-emulator"}}};
  CHECK(checked(feature, machines).why ==
        "no test is known for the CPU feature nosuchfeature, there is no no-such-compiler");
  CHECK(checked(R"(
@instr("")
def never(n: size, dst: [f32][1] @ DRAM):
    assert n <= 0
    dst[0] = 0.0
)")
            .why == "no operands were found that its asserts allow");
  CHECK_THAT(checked(R"(
config C:
    a: index
@instr("set({a});")
def set(a: index):
    C.a = a
)")
                 .why,
             StartsWith("it writes C.a, which the check cannot read back"));
}

TEST_CASE("an instruction that needs several features is skipped for want of one of them") {
  Machines machines;
  std::string known;  // whatever this CPU has is a feature of it
  for (const std::string& word : cpu_feature_words())
    if (known.empty() && tessera::cpu_has(*cpu_feature(word))) known = word;
  if (known.empty()) return;
  const auto copy = [](const std::string& feature) {
    return fmt::format(
        "@instr(\"{{dst_data}} = {{src_data}};\", feature=\"{}\")\n"
        "def copy(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):\n    dst[0] = src[0]\n",
        feature);
  };
  for (const std::string& both : {known + " nosuchfeature", "nosuchfeature " + known}) {
    CHECK(checked(copy(both)).verdict == Verdict::skipped);
    CHECK_THAT(checked(copy(both)).why, StartsWith("no test is known for the CPU feature nosuchfeature, "));
  }
  if (has_compiler()) CHECK(checked(copy(known + " " + known)).verdict == Verdict::passed);
}

TEST_CASE("a library's file says where its instructions run") {
  const ScratchFolder folder;
  const auto write = [&](const std::string& text) { std::ofstream(folder.path() / machines_file_name) << text; };
  CHECK(read_machines(folder.path()).emulated.empty());
  write(R"({"emulated": [{"compile": ["/opt/cc", "-static"], "run": ["sim", "-q"]}], "cpu_flags": {"vec": "myvec"}})");
  const Machines m = read_machines(folder.path());
  REQUIRE(m.emulated.size() == 1);
  CHECK(m.emulated[0].name == "cc under sim");
  CHECK(m.emulated[0].compiler == std::vector<std::string>{"/opt/cc", "-static", "-O2"});
  CHECK(m.emulated[0].runner == std::vector<std::string>{"sim", "-q"});
  CHECK(m.cpu_flags.at("vec") == "myvec");
  CHECK(!feature_named("vec", m));
  CHECK(feature_named("avx2", m)->x86.bit == 5);
  for (const char* wrong :
       {"", "[]", R"({"emulators": []})", R"({"emulated": [{"compile": ["cc"]}]})",
        R"({"emulated": [{"compile": ["cc"], "run": []}]})", R"({"cpu_flags": 3})", R"({"cpu_flags": {"vec": 3}})",
        R"({"cpu_flags": {"vec": {}}})", R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "register": "rax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "register": "eax", "bit": 32}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": -1, "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": "0xg", "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": "0x100000000", "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"hwcap": {"word": 0, "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"hwcap": {"word": 3, "bit": 3}}}})"}) {
    INFO(wrong);
    write(wrong);
    CHECK_THROWS_AS(read_machines(folder.path()), InputError);
  }
}

TEST_CASE("a library says how a CPU is asked for words of its own") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / machines_file_name) << R"({"cpu_flags": {
    "vec": "avx512f", "far": {"cpuid": {"leaf": "0x80000001", "subleaf": 2, "register": "ecx", "bit": 31, "state": "ymm"},
                              "hwcap": {"word": 2, "bit": 63}},
    "avx2": {"cpuid": {"leaf": 7, "register": "ebx", "bit": 5}}}})";
  const Machines m = read_machines(folder.path());
  CHECK(feature_named("vec", m)->x86.bit == 16);
  const CpuFeature far = *feature_named("far", m);
  CHECK((far.x86.leaf == 0x80000001 && far.x86.subleaf == 2 && far.x86.in == 3 && far.x86.bit == 31));
  CHECK(far.x86.state == 0x6);
  CHECK((far.aarch64.in == 2 && far.aarch64.bit == 63));
  CHECK(feature_named("avx2", m)->x86.state == 0);  // its own word goes before the one of all
  CHECK(why_not_here("none", m) == "no test is known for the CPU feature none (did you mean `neon`?)");
  CHECK(why_not_here("xyzzy", m) == "no test is known for the CPU feature xyzzy");
}
