// SPDX-License-Identifier: Apache-2.0
#include "schemes/prefetched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/ir/walk.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;

// Loops around tiles: one along the operand, with one inside that is not, and no copy of it in between.
bool reads_blocks_again(const std::string& array, const std::set<std::string>& along, const Tiling& t,
                        bool is_chosen = false) {
  const bool is_around = !is_register(t.kind) && t.times > 1;
  if (is_around && is_chosen && along.count(t.dim) == 0) return true;
  const bool is_copied = t.kind == Kind::pack && t.array == array;
  const bool chooses = !is_copied && (is_chosen || (is_around && along.count(t.dim) > 0));
  return std::any_of(t.inner.begin(), t.inner.end(),
                     [&](const Tiling& inner) { return reads_blocks_again(array, along, inner, chooses); });
}

// By the scheme as written: a guard may leave none of its loops, and then no block is prefetched.
bool asks_where_read_again(const std::string& array, const std::set<std::string>& along, const Tiling& t) {
  const bool asks = t.kind == Kind::prefetch && t.is_next && t.array == array;
  if (asks && reads_blocks_again(array, along, t)) return true;
  return std::any_of(t.inner.begin(), t.inner.end(),
                     [&](const Tiling& inner) { return asks_where_read_again(array, along, inner); });
}

bool is_packed(const std::string& array, const Tiling& t) {
  if (t.kind == Kind::pack && t.array == array) return true;
  return std::any_of(t.inner.begin(), t.inner.end(), [&](const Tiling& i) { return is_packed(array, i); });
}

std::set<std::string> names_in(const std::vector<ir::Expr>& indices) {
  std::set<std::string> out;
  for (const ir::Expr& index : indices)
    for (const ir::Sym& s : ir::free_syms(index)) out.insert(s.text());
  return out;
}

/// The counters in the indices of the operand.
std::set<std::string> indices_of(const std::string& operand, const Cursor& sum) {
  std::set<std::string> out;
  ir::for_each_expr(sum.stmt().as<ir::Reduce>()->rhs, [&](const ir::Expr& e) {
    const auto* read = e.as<ir::Read>();
    if (read && read->name.text() == operand) out.merge(names_in(read->idx));
  });
  return out;
}

// As a microkernel loads operands: `rows` are the loops of the tile next to the lanes that the result depends on.
bool has_shared_vectors(const std::set<std::string>& operand, const std::set<std::string>& result, const Tiling& t,
                        std::vector<std::string> rows = {}) {
  const bool is_row = result.count(t.dim) > 0;
  if (t.kind == Kind::unroll && t.times > 1 && !is_row) rows.clear();
  if (t.kind == Kind::unroll && t.times > 1 && is_row) rows.push_back(t.dim);
  if (!t.inner.empty())
    return std::any_of(t.inner.begin(), t.inner.end(),
                       [&](const Tiling& inner) { return has_shared_vectors(operand, result, inner, rows); });
  const bool serves_several =
      rows.empty() || std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return operand.count(row) == 0; });
  return t.kind == Kind::vector && operand.count(t.dim) > 0 && serves_several;
}

bool is_along_lanes(const std::set<std::string>& operand, const Tiling& t) {
  if (t.kind == Kind::vector) return operand.count(t.dim) > 0;
  return std::any_of(t.inner.begin(), t.inner.end(), [&](const Tiling& i) { return is_along_lanes(operand, i); });
}

}  // namespace

void check_prefetch_reaches(const Tiling& t, const std::string& array, const Cursor& sum, const Tiling* as_written) {
  if (sum.name() == array || t.distance == 0 || (is_packed(t.array, t) && !t.is_next)) return;
  const std::set<std::string> along = indices_of(array, sum);
  const bool are_elements = t.is_next && !is_along_lanes(along, t);
  if (!are_elements && !has_shared_vectors(along, names_in(sum.stmt().as<ir::Reduce>()->idx), t))
    refuse(sum, fmt::format("Prefetch of {}: no tile has vectors of it that serve several sums", t.array),
           is_along_lanes(along, t) ? "others are read where they are used: leave it out"
                                    : fmt::format("single elements are asked for by Prefetch({}, next)", t.array));
  const bool is_read_again =
      as_written ? asks_where_read_again(t.array, along, *as_written) : reads_blocks_again(t.array, along, t);
  if (t.is_next && !is_read_again)
    refuse(sum, fmt::format("Prefetch({}, next): no loop inside chooses what others in it read again", t.array),
           fmt::format("put it before a loop along {} with another inside that {} does not depend on, or leave it "
                       "out",
                       t.array, t.array));
}

}  // namespace tessera::schemes
