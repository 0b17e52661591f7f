// SPDX-License-Identifier: Apache-2.0
// The files that say what instructions are.
#include <fstream>

#include "audit/figures.hpp"
#include "dsl/support/process.hpp"
#include "dsl/syntax/module.hpp"
#include "tests/unit/audit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

const std::string plain_rules = R"([{"is": "multiply_add", "mnemonic": "mac"}])";

// A table of a machine of its own, with one of its parts as given.
std::string a_table(const std::string& part = "", const std::string& rules = plain_rules) {
  return R"({"targets": ["chip-*"], "comment": ";", "registers": {"": "\\b(r[0-9]+|sp)\\b"}, "stack": ["sp"],
             "memory": "\\[([^\\]]*)\\]", "destination": "first", )" +
         part + R"("rules": )" + rules + "}";
}

struct TablesFolder {
  ScratchFolder folder;

  std::vector<audit::Table> read(const std::string& text) const {
    std::ofstream(folder.path() / "chip.json") << text;
    return audit::read_tables(folder.path());
  }

  std::string refusal(const std::string& text) const try {
    read(text);
    return "accepted";
  } catch (const InputError& e) {
    CHECK(e.diagnostic().code == "audit");
    CHECK_THAT(e.diagnostic().message, Contains("chip.json: "));
    return e.diagnostic().message.substr(e.diagnostic().message.find("chip.json: ") + 11);
  }
};

}  // namespace

TEST_CASE("the shipped tables are found by what compilers call their machines") {
  const auto tables = audit::read_tables(std::filesystem::path(TESSERA_SOURCE_DIR) / "hwlib" / "audit");
  const auto name = [&](const char* machine) {
    const audit::Table* t = audit::table_for(tables, machine);
    return t ? t->name : "none";
  };
  CHECK(name("x86_64-linux-gnu") == "x86-64");
  CHECK(name("aarch64-unknown-linux-gnu") == "aarch64");
  CHECK(name("riscv64-unknown-elf") == "riscv");
  CHECK(name("powerpc64le-linux-gnu") == "power");
  CHECK(name("loongarch64-unknown-linux-gnu") == "loongarch");
  CHECK(name("s390x-linux-gnu") == "none");
  CHECK(name("") == "none");
}

TEST_CASE("a table of another form is refused with its place") {
  const TablesFolder at;
  CHECK(at.refusal(a_table()) == "accepted");
  CHECK_THAT(at.refusal("{"), Contains("parse error"));
  CHECK(at.refusal(a_table(R"("coment": "#", )")) == "there is no \"coment\"; did you mean `comment`?");
  CHECK_THAT(at.refusal(R"({"targets": []})"), Contains("comment"));
  CHECK_THAT(at.refusal(a_table("", R"([{"is": "multiply", "mnemonic": "mul"}, {"is": "stor", "mnemonic": "st"}])")),
             Contains("rule 2: stor is not one of multiply_add, multiply, load, "));
  CHECK_THAT(at.refusal(a_table("", R"([{"is": "load", "mnemonic": "ld("}])")),
             Contains("rule 1: \"ld(\" is no regular expression ("));
  CHECK(at.refusal(a_table("", R"([{"is": "defect", "mnemonic": "set"}])")) == "rule 1: a defect without \"why\"");
  CHECK(at.refusal(a_table("", R"([{"is": "store", "mnemonic": "st", "with": "mac"}])")) ==
        "rule 1: \"with\" is for rules that are spill or defect alone");
  CHECK(at.refusal(a_table("", R"([{"is": [], "mnemonic": "set"}])")) == "rule 1: \"is\" names no kind");
  CHECK(at.refusal(a_table("", R"({"is": "load"})")) == "\"rules\": a list is wanted");
  CHECK_THAT(at.refusal(a_table("", R"([{"is": "load", "mnemonic": 3}])")),
             Contains("a regular expression is wanted, not 3"));
  std::string other = a_table();
  other.replace(other.find("\"first\""), 7, "\"left\"");
  CHECK(at.refusal(other) == "\"destination\": left is not one of first, last");
  other = a_table();
  other.replace(other.find("[\"sp\"]"), 6, "[\"ps\"]");
  CHECK(at.refusal(other) == "\"stack\": ps is not one of the registers");
}

TEST_CASE("a library's own rules are added to the table of its instruction set") {
  const TablesFolder at;
  audit::Table table =
      at.read(a_table("", R"([{"is": "multiply_add", "mnemonic": "mac"}, {"is": "branch", "mnemonic": "br"}])"))
          .front();
  const std::string code = assembly_function("again:\n\tmac r1, r2\n\ttop4 r3, r4 ; of this chip alone\n\tbr again\n");
  CHECK(audit::hottest_loop(code, table, "")->counts.multiply_adds == 1);
  audit::add_own_rules(at.folder.path(), table);  // there are none
  std::ofstream(at.folder.path() / "audit.json") << R"({"rules": [{"is": "multiply_add", "mnemonic": "top4"}]})";
  audit::add_own_rules(at.folder.path(), table);
  CHECK(audit::hottest_loop(code, table, "")->counts.multiply_adds == 2);
  std::ofstream(at.folder.path() / "audit.json") << R"({"rulez": []})";
  CHECK_THROWS_WITH(audit::add_own_rules(at.folder.path(), table), Contains("audit.json: there is no \"rulez\""));
}

TEST_CASE("figures of the library bound a step from below") {
  audit::Counts counts;
  counts.multiply_adds = 28;
  counts.longest_chain = 1;
  audit::Figures figures;
  CHECK_FALSE(least_cycles(counts, figures));
  figures.throughput = 0.5;
  CHECK(least_cycles(counts, figures) == 14);
  counts.longest_chain = 7;
  CHECK(least_cycles(counts, figures) == 14);  // latency not known
  figures.latency = 4;
  CHECK(least_cycles(counts, figures) == 28);
  counts.apart = 28;
  CHECK(least_cycles(counts, figures) == 28);  // what is known of multiply-adds says nothing of products
  counts.longest_chain = 0;
  CHECK_FALSE(least_cycles(counts, figures));
  counts.longest_chain = 7;
  counts.has_branches = true;  // not all of them run
  CHECK_FALSE(least_cycles(counts, figures));
}

TEST_CASE("figures are those of the fastest multiply-add, and none where one of them has none") {
  const auto figures = [](const std::string& second) {
    const auto module = syntax::parse_module(
        "@instr(\"one();\", throughput=\"0.5\", latency=4, source=\"table 1\")\n"
        "def one(a: f32[1], b: f32[1]):\n    a[0] += b[0] * b[0]\n"
        "@instr(\"two();\"" +
            second +
            ")\ndef two(a: f32[1], b: f32[1]):\n    a[0] += b[0] * b[0]\n"
            "@instr(\"sum();\")\ndef sum(a: f32[1], b: f32[1]):\n    a[0] += b[0]\n"
            "def p(a: f32[1], b: f32[1]):\n    one(a, b)\n    sum(a, b)\n    two(a, b)\n",
        "figures.tess");
    return audit::figures_of(*module.proc("p"));
  };
  const audit::Figures both = figures(", throughput=1, latency=3, source=\"table 2\"");
  CHECK(both.throughput == 0.5);
  CHECK(both.latency == 3);
  CHECK(both.sources == std::vector<std::string>{"table 1", "table 2"});
  const audit::Figures in_part = figures(", throughput=1, source=\"table 1\"");
  CHECK(in_part.throughput == 0.5);
  CHECK_FALSE(in_part.latency);
  CHECK_FALSE(figures("").is_known());
}
