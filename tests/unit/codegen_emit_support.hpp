// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <catch2/catch.hpp>

#include "codegen/emit.hpp"
#include "tests/unit/codegen_machine.hpp"

namespace tessera::testing {

inline codegen::Emitted emitted(const std::string& text, const codegen::Options& options = {},
                                const Library& lib = {}) {
  std::vector<const syntax::Module*> libraries = lib.all();
  syntax::Module m = syntax::parse_module(text, "test.tess", libraries);
  std::vector<ir::ProcRef> last{m.procs.back()};
  return codegen::emit(last, options);
}

// From the first line that starts with `start`.
inline std::string from(const std::string& text, const std::string& start) {
  std::size_t at = text.find("\n" + start);
  return at == std::string::npos ? "" : text.substr(at + 1);
}

}  // namespace tessera::testing
