// SPDX-License-Identifier: Apache-2.0
// Which compilers are asked, and what becomes of one that cannot be.
#include <fstream>

#include "audit/compile.hpp"
#include "dsl/support/process.hpp"
#include "tests/unit/audit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using audit::Outcome;
using conformance::Machine;
using Words = std::vector<std::string>;

namespace {

const std::vector<Machine> native{{"gcc", {"gcc", "-O2"}, {}}, {"clang", {"clang", "-O2"}, {}}};

Words names(const std::vector<Machine>& machines) {
  Words out;
  for (const Machine& m : machines) out.push_back(m.name);
  return out;
}

// A program that answers as compilers do; `compiles` is what it does with files.
struct StandIn {
  ScratchFolder folder;
  std::string path = (folder.path() / "cc").string();

  StandIn(const std::string& target, const std::string& compiles) {
    std::ofstream(path) << "#!/bin/sh\nfor w; do case $w in -dumpmachine) echo " << target
                        << "; exit 0;; --version) echo cc 3; exit 0;; esac; last=$w; done\n"
                        << compiles << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  audit::Audit audited(const std::string& function = "") const {
    audit::AuditJob job;
    job.source = "kernel.c";
    job.flags = {"-wide"};
    job.function = function;
    return audit::audited({"cc", {path}, {}}, job,
                          audit::read_tables(std::filesystem::path(TESSERA_SOURCE_DIR) / "hwlib" / "audit"));
  }
};

}  // namespace

TEST_CASE("compilers are those for the machine that the code is for, each once") {
  const std::vector<Machine> two_lengths{{"128 bits", {"cross", "-O2"}, {"sim", "128"}},
                                         {"256 bits", {"cross", "-O2"}, {"sim", "256"}},
                                         {"", {"cross", "-wide", "-O2"}, {"sim", "256"}}};
  CHECK(names(audit::compilers_of(native, {}, true)) == Words{"gcc", "clang"});
  CHECK(names(audit::compilers_of(native, {}, false)) == Words{"gcc", "clang"});
  CHECK(names(audit::compilers_of(native, two_lengths, false)) == Words{"cross", "cross (-wide)"});
  CHECK(names(audit::compilers_of(native, two_lengths, true)) == Words{"gcc", "clang", "cross", "cross (-wide)"});
  for (const Machine& m : audit::compilers_of(native, two_lengths, true)) CHECK(m.runner.empty());
}

TEST_CASE("a compiler that is missing, or whose machine no table knows, is not run") {
  const audit::Audit missing = audit::audited({"cc", {"no-such-cc"}, {}}, {}, {});
  CHECK(missing.outcome == Outcome::not_run);
  CHECK(missing.why == "no-such-cc is not installed");
  CHECK(StandIn("chip-elf", "").audited().outcome == Outcome::not_run);
  CHECK(StandIn("chip-elf", "").audited().why ==
        "no table says how to read its machine code, chip-elf; there are tables for aarch64, loongarch, power, riscv, "
        "x86-64");
  CHECK(StandIn("''", "").audited().why == "it does not say what it compiles for (-dumpmachine)");
}

TEST_CASE("a compiler that fails, or writes nothing, has refused the C") {
  const audit::Audit failed = StandIn("riscv64-elf", "echo 'in file'; echo 'kernel.c:3: error: no'; exit 1").audited();
  CHECK(failed.outcome == Outcome::refused);
  CHECK(failed.why == "kernel.c:3: error: no");
  CHECK(StandIn("riscv64-elf", "exit 3").audited().why == "exit status 3");
  const audit::Audit silent = StandIn("riscv64-elf", "exit 0").audited();
  CHECK(silent.outcome == Outcome::refused);
  CHECK_THAT(silent.why, Catch::StartsWith("it wrote no assembly text, without an error"));
  CHECK(StandIn("riscv64-elf", "rm -f $last; mkdir $last").audited().outcome == Outcome::refused);
}

TEST_CASE("text without a loop that multiplies is told from text with one") {
  const audit::Audit none = StandIn("riscv64-elf", "echo >$last").audited();
  CHECK(none.outcome == Outcome::no_loop);
  CHECK_FALSE(none.has_defect());
  CHECK_THAT(none.why, Catch::StartsWith("its text has no function that can be read"));
  const audit::Audit plain = StandIn("riscv64-elf", "printf '.type f,@function\\nf:\\nret\\n' >$last").audited();
  CHECK_THAT(plain.why, Catch::StartsWith("no loop multiplies and adds"));
  const audit::Audit one = StandIn("riscv64-elf",
                                   "printf '.type f,@function\\nf:\\n.L1:\\nvsetvli a0,a1,e32\\nvfmacc.vv v1,v2,v3\\n"
                                   "bnez a0,.L1\\n' >$last")
                               .audited("f");
  CHECK(one.outcome == Outcome::audited);
  CHECK(one.has_defect());
  CHECK(std::find(one.command.begin(), one.command.end(), "-wide") != one.command.end());
  CHECK(one.version == "cc 3");
  CHECK(one.target == "riscv64-elf");
}
