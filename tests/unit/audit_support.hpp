// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <catch2/catch.hpp>

#include "audit/loop.hpp"
#include "dsl/support/diagnostic.hpp"

// Small assembly texts, read with the shipped tables.
namespace tessera::testing {

inline const audit::Table& shipped_table(const std::string& name) {
  static const std::vector<audit::Table> tables =
      audit::read_tables(std::filesystem::path(TESSERA_SOURCE_DIR) / "hwlib" / "audit");
  for (const audit::Table& t : tables)
    if (t.name == name) return t;
  throw std::runtime_error("no table " + name);
}

/// The text of a function around the code, as gcc and clang write it.
inline std::string assembly_function(const std::string& code, const std::string& name = "kernel") {
  return "\t.text\n\t.globl\t" + name + "\n\t.type\t" + name + ", @function\n" + name + ":\n" + code + "\t.size\t" +
         name + ", .-" + name + "\n";
}

inline audit::HottestLoop hottest(const std::string& table, const std::string& code) {
  const auto found = audit::hottest_loop(assembly_function(code), shipped_table(table), "kernel.c");
  REQUIRE(found);
  return *found;
}

inline std::vector<std::string> what_is_wrong(const audit::HottestLoop& loop) {
  std::vector<std::string> out;
  for (const audit::Defect& d : loop.defects) out.push_back(d.what);
  return out;
}

}  // namespace tessera::testing
