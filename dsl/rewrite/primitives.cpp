// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/primitives.hpp"

#include <array>

namespace tessera {

namespace rewrite {
#define TESSERA_PRIMITIVE(name, known_as) Primitive name##_primitive();
#include "dsl/rewrite/primitives.def"
#undef TESSERA_PRIMITIVE
}  // namespace rewrite

namespace {

Primitive listed(Primitive p, const char* known_as) {
  p.known_as = known_as;
  return p;
}

}  // namespace

const std::vector<Primitive>& primitives() {
  static const std::vector<Primitive> all{
#define TESSERA_PRIMITIVE(name, known_as) listed(rewrite::name##_primitive(), known_as),
#include "dsl/rewrite/primitives.def"
#undef TESSERA_PRIMITIVE
  };
  return all;
}

const Primitive* find_primitive(std::string_view name) {
  for (const Primitive& p : primitives())
    if (p.name == name) return &p;
  return nullptr;
}

namespace {

constexpr std::array<std::string_view, 4> tail_names{"perfect", "guard", "cut", "cut_and_guard"};

}  // namespace

std::string_view name(Tail tail) { return tail_names[static_cast<std::size_t>(tail)]; }

std::optional<Tail> tail_named(std::string_view text) {
  for (std::size_t i = 0; i < tail_names.size(); ++i)
    if (tail_names[i] == text) return static_cast<Tail>(i);
  return std::nullopt;
}

}  // namespace tessera
