// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/direction.hpp"

#include <algorithm>
#include <array>

#include "dsl/analysis/coverage.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::analysis {
namespace {

constexpr std::size_t max_pairs = 1 << 14;  // of reads and writes; a longer program is not looked through

class Directions {
 public:
  explicit Directions(const ir::Procedure& proc) : lower_(solver_.terms(), proc), facts_(preconditions(lower_, proc)) {
    for (Access& a : accesses(lower_, proc.body)) {
      std::vector<Access>& of_buffer = found_[a.at.buffer];
      of_buffer.push_back(std::move(a));
    }
  }

  /// Of an argument that may be written.
  Direction of(const ir::Arg& arg) {
    std::vector<Access> writes, others;
    for (const Access& a : found_[arg.name]) (a.kind == Access::Kind::write ? writes : others).push_back(a);
    if (writes.empty() || writes.size() * (others.size() + 1) > max_pairs) return Direction::inout;
    if (!holds(coverage(solver_.terms(), whole(arg), writes), {})) return Direction::inout;
    const bool all_late =
        std::all_of(others.begin(), others.end(), [&](const Access& a) { return is_written_before(a, writes); });
    return all_late ? Direction::out : Direction::inout;
  }

 private:
  ElementBox whole(const ir::Arg& arg) {
    ElementBox out{arg.name, {}};
    for (const ir::Expr& extent : arg.type.shape) out.dims.push_back({0, lower_.index(extent)});
    return out;
  }

  // The element that is read, or added to, has been written by an earlier instance of one of the writes.
  bool is_written_before(const Access& read, const std::vector<Access>& writes) {
    ElementBox element{read.at.buffer, {}};
    for (const Affine& i : read.at.idx) element.dims.push_back({i, {}});
    std::vector<Access> earlier;
    for (const Access& write : writes) {
      Access other = instance(solver_.terms(), write, {});
      other.domain = other.domain && runs_before(other, read);
      earlier.push_back(std::move(other));
    }
    return holds(coverage(solver_.terms(), element, earlier), read.domain);
  }

  bool holds(const Coverage& c, const Formula& when) {
    smt::Query query{"direction", "what the argument held does not matter", facts_, c.goal};
    query.assumptions.push_back(when);
    query.assumptions.insert(query.assumptions.end(), c.assumptions.begin(), c.assumptions.end());
    return solver_.prove(query).status == smt::Status::proved;
  }

  smt::Solver solver_{smt::Limits{std::chrono::milliseconds{0}}};
  Lowering lower_;
  std::vector<Formula> facts_;
  std::map<ir::Sym, std::vector<Access>> found_;  ///< looked up only
};

}  // namespace

std::string_view name(Direction d) {
  constexpr std::array<std::string_view, 3> words{"in", "out", "inout"};
  return words.at(static_cast<std::size_t>(d));
}

std::vector<Direction> cautious_directions(const ir::Procedure& proc) {
  std::vector<Direction> out;
  for (const bool written : ir::written_parameters(proc)) out.push_back(written ? Direction::inout : Direction::in);
  return out;
}

std::vector<Direction> directions(const ir::Procedure& proc) {
  std::vector<Direction> out = cautious_directions(proc);
  if (std::find(out.begin(), out.end(), Direction::inout) == out.end()) return out;
  Directions look(proc);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] == Direction::inout) out[i] = look.of(proc.args[i]);
  return out;
}

}  // namespace tessera::analysis
