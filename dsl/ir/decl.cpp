// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/decl.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/words.hpp"

namespace tessera::ir {

std::vector<int> RegisterType::shape() const {
  std::vector<int> out = outer;
  out.push_back(lanes);
  return out;
}

int RegisterType::elements() const {
  int out = lanes;
  for (const int extent : outer) out *= extent;
  return out;
}

std::string RegisterType::text() const { return fmt::format("{}[{}]", name(scalar), fmt::join(shape(), ", ")); }

const RegisterType* MemoryDecl::register_type(Scalar s) const {
  for (const RegisterType& h : holds)
    if (h.scalar == s || (s == Scalar::R && h.scalar == Scalar::f32)) return &h;
  return nullptr;
}

std::int64_t MemoryDecl::taken_of_budget(Scalar s) const {
  const auto bytes = [](const RegisterType& r) { return std::int64_t{r.elements()} * byte_size(r.scalar); };
  const RegisterType* own = register_type(s);
  if (!shares || !own) return 1;
  std::int64_t smallest = bytes(*own);
  for (const RegisterType& r : shares->holds) smallest = std::min(smallest, bytes(r));
  return (bytes(*own) + smallest - 1) / smallest;
}

bool may_stand_for(const MemoryDecl& actual, const MemoryDecl& formal) {
  return actual.name == formal.name || (actual.is_like_dram && formal.is_like_dram);
}

namespace {

MemoryRef builtin(const char* name, Storage storage) {
  MemoryDecl m;
  m.name = name;
  m.storage = storage;
  m.is_like_dram = true;
  return std::make_shared<const MemoryDecl>(std::move(m));
}

}  // namespace

const std::vector<MemoryRef>& builtin_memories() {
  static const std::vector<MemoryRef> all{builtin("DRAM", Storage::heap), builtin("DRAM_STACK", Storage::stack),
                                          builtin("DRAM_STATIC", Storage::static_)};
  return all;
}

std::vector<std::string> InstrInfo::features() const { return words_of(feature); }

MemoryRef dram() { return builtin_memories().front(); }

std::optional<Scalar> ConfigDecl::field(const std::string& wanted) const {
  for (const auto& [name, type] : fields)
    if (name == wanted) return type;
  return std::nullopt;
}

}  // namespace tessera::ir
