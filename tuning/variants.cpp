#include "tuning/variants.hpp"

#include <algorithm>

namespace tessera::tuning {
namespace {

using schemes::Scheme;
using schemes::Specifier;
using Kind = Specifier::Kind;

constexpr std::int64_t distances[] = {0, 32};  // beside what is usual

bool is_about(const Specifier& s, Kind kind, const std::string& array) { return s.kind == kind && s.array == array; }

Scheme without(Scheme scheme, Kind kind, const std::string& array) {
  std::erase_if(scheme, [&](const Specifier& s) { return is_about(s, kind, array); });
  return scheme;
}

Scheme begun_by(const Specifier& first, Scheme scheme) {
  scheme.insert(scheme.begin(), first);
  return scheme;
}

Specifier no_loop(Kind kind, const std::string& array) {
  Specifier out;
  out.kind = kind;
  out.array = array;
  return out;
}

Specifier prefetch(const std::string& array, std::int64_t distance) {
  Specifier out = no_loop(Kind::prefetch, array);
  out.count.number = distance;
  out.count.is_distance = true;
  return out;
}

bool depends_on(const Array& array, const std::string& dim) {
  return std::any_of(array.indices.begin(), array.indices.end(),
                     [&](const auto& index) { return index.count(dim) > 0; });
}

bool is_register(const Specifier& s) { return s.kind == Kind::unroll || s.kind == Kind::vector; }

}  // namespace

std::vector<Scheme> packed(const Scheme& scheme, const Problem& p, const std::string& array) {
  const Scheme plain = without(scheme, Kind::pack, array);
  std::vector<Scheme> out{plain};
  const auto read = std::find_if(p.arrays.begin(), p.arrays.end(), [&](const Array& a) { return a.name == array; });
  const auto reads_again = [&](const Specifier& s) {
    return s.is_loop() && !is_register(s) && !depends_on(*read, s.dim);
  };
  for (auto loop = plain.begin(); loop != plain.end(); ++loop) {
    const bool chooses = loop->is_loop() && !is_register(*loop) && depends_on(*read, loop->dim);
    if (!chooses || std::none_of(loop + 1, plain.end(), reads_again)) continue;
    if (loop + 1 != plain.end() && (loop + 1)->is_parallel) continue;  // parallel loops have nothing in between
    Scheme with = plain;
    with.insert(with.begin() + (loop - plain.begin()) + 1, no_loop(Kind::pack, array));
    out.push_back(std::move(with));
  }
  return out;
}

Scheme loops_of(Scheme scheme) {
  std::erase_if(scheme, [](const Specifier& s) { return !s.is_loop(); });
  return scheme;
}

std::vector<Scheme> variants(const Scheme& scheme, const Problem& p, const Packable& packable) {
  std::vector<Scheme> out;
  const auto offer = [&](Scheme s) {
    if (schemes::text(s) != schemes::text(scheme)) out.push_back(std::move(s));
  };
  const std::string& result = p.arrays.front().name;
  const Scheme unasked = without(scheme, Kind::prefetch, result);
  offer(unasked.size() < scheme.size() ? unasked : begun_by(no_loop(Kind::prefetch, result), scheme));
  for (auto operand = p.arrays.begin() + 1; operand != p.arrays.end(); ++operand) {
    if (!depends_on(*operand, p.lanes)) continue;
    const Scheme usual = without(scheme, Kind::prefetch, operand->name);
    offer(usual);
    for (const std::int64_t distance : distances) offer(begun_by(prefetch(operand->name, distance), usual));
  }
  for (const std::string& array : packable)
    for (Scheme& s : packed(scheme, p, array)) offer(std::move(s));
  return out;
}

}  // namespace tessera::tuning
