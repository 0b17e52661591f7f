// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"

namespace tessera::test {

/// All definitions of a module as one text.
inline std::string print_module(const syntax::Module& m) {
  std::string out;
  for (const ir::MemoryRef& d : m.memories) out += ir::print(*d) + "\n";
  for (const ir::ConfigRef& d : m.configs) out += ir::print(*d) + "\n";
  for (const ir::ProcRef& d : m.procs) out += ir::print(*d) + "\n";
  return out;
}

/// parse ∘ print is the identity on the module, and print ∘ parse on its text.
inline void check_round_trip(const syntax::Module& m) {
  std::string text = print_module(m);
  INFO(text);
  syntax::Module again = syntax::parse_module(text, "printed.tess");
  REQUIRE(again.procs.size() == m.procs.size());
  for (std::size_t i = 0; i < m.procs.size(); ++i) {
    CHECK(again.procs[i]->name == m.procs[i]->name);
    CHECK(ir::equal(*again.procs[i], *m.procs[i]));
    CHECK(ir::hash(*again.procs[i]) == ir::hash(*m.procs[i]));
  }
  CHECK(print_module(again) == text);
}

/// The diagnostic that `f` ends with.
template <class F> Diagnostic diagnostic_of(F f) {
  try {
    f();
  } catch (const InputError& e) {
    CHECK(e.exit_code() == ExitCode::bad_input);
    return e.diagnostic();
  }
  FAIL("no error");
  return {};
}

/// Breaks a text in many ways. Each must be read or refused in words, at a place of the text. Counts the refusals.
template <class Read> int count_refusals_of_broken(const std::string& text, Read read) {
  int refusals = 0;
  auto attempt = [&](const std::string& broken) {
    INFO(broken);
    try {
      read(broken);
    } catch (const InputError& e) {
      ++refusals;
      const Diagnostic& d = e.diagnostic();
      CHECK(d.message.find("boost") == std::string::npos);
      CHECK(d.loc.line >= 1);
      CHECK(d.loc.column >= 1);
      CHECK(d.loc.column <= static_cast<int>(d.source_line.size()) + 1);
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    attempt(text.substr(0, i));
    attempt(text.substr(0, i) + text.substr(i + 1));
    for (const char* inserted :
         {"(", "]", " ", "\n", ",", ":", "x ", "\"", "=", "\x0e", "3", "\xc3\xa9", "for ", "#", "-", "."})
      attempt(text.substr(0, i) + inserted + text.substr(i));
  }
  return refusals;
}

}  // namespace tessera::test
