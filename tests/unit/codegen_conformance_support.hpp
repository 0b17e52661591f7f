// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "codegen/conformance/check.hpp"
#include "dsl/syntax/module.hpp"

namespace tessera::testing {

using namespace conformance;

constexpr const char* vectors = R"(memory V4:
    holds f32[4] as "__attribute__((vector_size(16))) float"
)";

inline syntax::Module read(const std::string& text) { return syntax::parse_module(text, "vendor.tess"); }

inline bool has_compiler() {
  for (const Machine& m : native_machines())
    if (m.is_available()) return true;
  WARN("skipped: no gcc and no clang");
  return false;
}

/// One of this machine's compilers, each in its turn: where what is tested does not depend on which.
inline Machines one_compiler(std::size_t turn = 0) {
  Machines out;
  std::erase_if(out.native, [](const Machine& m) { return !m.is_available(); });
  out.native = {out.native.at(turn % out.native.size())};
  return out;
}

inline Finding checked(const std::string& text, const Machines& machines) {
  const syntax::Module m = read(text);
  return check({{m.procs.at(0)}, {}}, machines).at(0);
}

/// By one compiler, chosen by the length of the text: each of them has about half of the tests.
inline Finding checked(const std::string& text) { return checked(text, one_compiler(text.size())); }

inline std::string with_template(const std::string& c) {
  return fmt::format(R"(@instr("{}")
def copy(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert n <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
)",
                     c);
}

inline std::string loop(const std::string& condition) {
  return with_template("for (int k = 0; " + condition + "; k++) (&{dst_data})[k] = (&{src_data})[k];");
}

}  // namespace tessera::testing
