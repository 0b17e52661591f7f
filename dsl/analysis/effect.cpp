// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/effect.hpp"

#include <algorithm>

namespace tessera::analysis {
namespace {

bool same(const Formula& a, const Formula& b) {
  if (a.kind() != b.kind()) return false;
  if (a.kind() == Formula::Kind::ge0 || a.kind() == Formula::Kind::eq0) return a.affine() == b.affine();
  return std::equal(a.parts().begin(), a.parts().end(), b.parts().begin(), b.parts().end(), same);
}

std::size_t hash_of(const Affine& a) {
  auto out = static_cast<std::size_t>(a.constant());
  for (const auto& [v, k] : a.terms()) out = out * 31 + std::hash<ir::Sym>()(v) * static_cast<std::size_t>(k);
  return out;
}

}  // namespace

bool Effect::operator==(const Effect& b) const {
  return at.buffer == b.at.buffer && at.idx == b.at.idx && same(domain, b.domain);
}

std::size_t Effect::hash() const {
  std::size_t out = std::hash<ir::Sym>()(at.buffer);
  for (const Affine& i : at.idx) out = out * 31 + hash_of(i);
  return out;
}

Effect Effects::of(const Access& a, std::size_t kept) {
  Renaming names;
  for (std::size_t i = kept; i < a.loops.size(); ++i) {
    while (i >= loops_.size()) loops_.push_back(ir::Sym::fresh("loop"));
    names[a.loops[i]] = Affine::variable(loops_[i]);
  }
  Effect out{a.at, rename(terms_, a.domain, names)};
  for (Affine& i : out.at.idx) i = rename(terms_, i, names);
  return out;
}

}  // namespace tessera::analysis
