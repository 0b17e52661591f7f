// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/alignment.hpp"

#include <algorithm>

namespace tessera::ir {
namespace {

constexpr int usual_alignment = 64;  // of what C code allocates: codegen/allocations.cpp

}  // namespace

bool is_alignment(std::int64_t bytes) { return bytes >= 1 && bytes <= largest_alignment && (bytes & (bytes - 1)) == 0; }

int guaranteed_alignment(const MemoryDecl& m) {
  if (m.is_register() || m.storage == Storage::registers) return 1;
  if (m.align) return *m.align;
  return m.allocator ? 1 : usual_alignment;
}

int asserted_alignment(const Procedure& p, Sym tensor) {
  int out = 1;
  for (const Expr& e : p.asserts)
    if (const Aligned* n = e.as<Aligned>(); n && n->tensor == tensor) out = std::max(out, n->bytes);
  return out;
}

bool asserts_alignment(const Procedure& p) {
  return std::any_of(p.asserts.begin(), p.asserts.end(), [](const Expr& e) { return e.as<Aligned>() != nullptr; });
}

}  // namespace tessera::ir
