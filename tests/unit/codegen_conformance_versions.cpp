// SPDX-License-Identifier: Apache-2.0
// Versions of compilers and emulators, and the names of machines.
#include "codegen/conformance/machine_names.hpp"
#include "codegen/conformance/programs.hpp"
#include "codegen/conformance/version.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;

TEST_CASE("the version of a program is the number in what it says") {
  CHECK(version_in("qemu-aarch64 version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18+b3)") == "7.2.22");
  CHECK(version_in("x86_64-linux-gnu-gcc-12 (crosstool 1.25.0 (b)) 12.2.0") == "12.2.0");
  CHECK(version_in("Debian clang version 14.0.6") == "14.0.6");
  CHECK(version_in("v20.19.2") == "20.19.2");
  CHECK(version_in("sim 10.0.2-rc1") == "10.0.2");
  CHECK(version_in("sim 5 of 7") == "5");
  CHECK(version_in("sim5") == "");
  CHECK(version_in("") == "");
}

TEST_CASE("versions are compared number by number") {
  CHECK(is_among("7.2.22", "7.2"));
  CHECK(is_among("7.2.22", "7.2.22"));
  CHECK(!is_among("7.2.22", "7.2.2"));
  CHECK(!is_among("7.20", "7.2"));
  CHECK(!is_among("7", "7.0"));
  CHECK(!is_among("7.2.22", "=7.2"));
  CHECK(is_among("7.2.0", "=7.2"));
  CHECK(is_among("10.0.2", ">=7 <11"));
  CHECK(!is_among("10.0.2", ">=7 <10"));
  CHECK(is_among("9.9", ">=7 <10"));
  CHECK(!is_among("10.0", "<10"));
  CHECK(is_among("10.0", "<=10"));
  CHECK(!is_among("10.0", ">10"));
  CHECK(!is_among("", ">=1"));
  for (const char* wrong : {"", "x", "7.", ".7", "7..2", ">=", "> 7", "7.2 or", "99999999999999999999"}) {
    INFO(wrong);
    CHECK(!names_versions(wrong));
  }
  CHECK(names_versions(">=7 <10"));
}

TEST_CASE("an instruction wants versions of some compilers") {
  CHECK(wanted_of("gcc", "gcc>=13 clang>=18") == ">=13");
  CHECK(wanted_of("clang", "gcc>=13 clang>=18 clang<20") == ">=18 <20");
  CHECK(wanted_of("icc", "gcc>=13") == "");
}

TEST_CASE("an instruction is not run by a compiler that is too old for it") {
  if (!has_compiler()) return;
  const auto with = [](const std::string& versions) {
    return fmt::format(
        "@instr(\"{{dst_data}} = {{src_data}};\", compiler=\"{}\")\n"
        "def copy(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):\n    dst[0] = src[0]\n",
        versions);
  };
  CHECK(checked(with("gcc>=1 clang>=1"), {}).verdict == Verdict::passed);
  const Finding f = checked(with("gcc>=1000 clang>=1000"), {});
  CHECK(f.verdict == Verdict::skipped);
  CHECK(f.not_run.size() == 2);
  if (native_machines()[0].is_available()) {
    Programs programs;
    CHECK(f.not_run[0].why ==
          fmt::format("gcc is {}, and it wants gcc>=1000", programs.compiler(native_machines()[0].compiler).version));
    CHECK(checked(with("clang>=1000"), {}).machines.at(0).name == "gcc");
  }
}

TEST_CASE("machines are named by their programs and by the words that differ") {
  std::vector<Machine> native{{"", {"/usr/bin/gcc", "-O2"}, {}}, {"", {"ccache", "gcc", "-O2"}, {}}};
  std::vector<Machine> emulated{{"", {"cc", "-static", "-mbits=128"}, {"/opt/sim", "-cpu", "max,length=16"}},
                                {"", {"cc", "-static", "-mbits=256"}, {"/opt/sim", "-cpu", "max,length=32"}},
                                {"own", {"cc"}, {"sim"}}};
  CHECK(name_machines({&native, &emulated}) == "");
  CHECK(native[0].name == "gcc");
  CHECK(native[1].name == "ccache gcc");
  CHECK(emulated[0].name == "cc under sim (-mbits=128 max,length=16)");
  CHECK(emulated[1].name == "cc under sim (-mbits=256 max,length=32)");
  CHECK(emulated[2].name == "own");
  emulated[2].name = emulated[0].name;
  CHECK_THAT(name_machines({&native, &emulated}), Catch::Matchers::Contains("two machines have the name"));
  emulated[2] = emulated[0];
  emulated[2].name = "other";
  CHECK(name_machines({&native, &emulated}) == "`cc -static -mbits=128 /opt/sim -cpu max,length=16` is there twice");
}

TEST_CASE("the option to optimize comes after all words of a compiler, unless one is there") {
  CHECK(optimizing({"env", "A=1", "gcc"}) == std::vector<std::string>{"env", "A=1", "gcc", "-O2"});
  CHECK(optimizing({"zig", "cc", "-O3", "-g"}) == std::vector<std::string>{"zig", "cc", "-O3", "-g"});
}
