// SPDX-License-Identifier: Apache-2.0
#include "validate/uncovered_paths.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <unordered_map>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::validate {
namespace {

using interp::PathId, interp::Turn;
using smt::Affine, smt::Formula, smt::Var;

constexpr std::size_t max_paths = 20'000;

// Does the outcome of the comparison follow from its sides differing by this?
bool holds(ir::BinOp op, std::int64_t offset) {
  switch (op) {
    case ir::BinOp::lt: return offset < 0;
    case ir::BinOp::gt: return offset > 0;
    case ir::BinOp::le: return offset <= 0;
    case ir::BinOp::ge: return offset >= 0;
    default: return offset == 0;
  }
}

class PathWalk {
 public:
  PathWalk(analysis::Lowering& lower, const interp::Coverage& taken) : lower_(lower), taken_(taken) {}

  UncoveredPaths run(const ir::Procedure& proc) {
    block(proc.body, interp::whole_procedure);
    return std::move(out_);
  }

 private:
  void block(const ir::Block& list, PathId outer) {
    for (std::size_t i = 0; i < list.size() && out_.is_complete; ++i) {
      const std::size_t depth = conditions_.size();
      try {
        statement(list[i], path_id(outer, i, Turn::in), path_id(outer, i, Turn::past));
      } catch (const smt::Overflow&) {
        out_.fits = false;
        conditions_.resize(depth);
      }
    }
  }

  void statement(const ir::Stmt& s, PathId in, PathId past) {
    if (const auto* n = s.as<ir::For>()) loop(s, *n, in, past);
    if (const auto* n = s.as<ir::If>()) branch(s, *n, in, past);
    if (const auto* n = s.as<ir::Call>()) call(*n, in);
    if (const auto* n = s.as<ir::WindowStmt>()) lower_.alias(n->name, lower_.view(*n->rhs.as<ir::WindowExpr>()));
  }

  void loop(const ir::Stmt& s, const ir::For& n, PathId in, PathId past) {
    if (!has_choice(s)) return;
    const Formula runs = smt::lt(lower_.index(n.lo), lower_.index(n.hi));
    add(in, runs, s, "is run");
    add(past, !runs, s, "is not run");
    under(analysis::in_range(lower_, n), n.body, in);
  }

  void branch(const ir::Stmt& s, const ir::If& n, PathId in, PathId past) {
    const Formula holds = lower_.condition(n.cond);
    add(in, holds, s, "holds");
    add(past, !holds, s, "does not hold");
    edges(s, n, holds, in, past);
    under(holds, n.body, in);
    under(!holds, n.orelse, past);
  }

  // With a single comparison as the condition, its outcome decides the branch.
  void edges(const ir::Stmt& s, const ir::If& n, const Formula& condition, PathId in, PathId past) {
    std::size_t number = 0;
    interp::for_each_comparison(n.cond, [&](const ir::Binary& c) {
      const Affine difference = lower_.index(c.lhs) - lower_.index(c.rhs);
      const bool alone = n.cond.as<ir::Binary>() == &c;
      for (std::int64_t offset : {-1, 0, 1})
        for (bool outcome : {true, false}) {
          if (alone && outcome != holds(c.op, offset)) continue;
          add(interp::edge_id(outcome ? in : past, number, offset),
              smt::eq(difference, offset) && (outcome ? condition : !condition), s,
              fmt::format("is met with sides of `{}` that differ by {}", ir::print(ir::Expr(c)), offset));
        }
      ++number;
    });
  }

  void call(const ir::Call& n, PathId in) {
    if (!has_choice(n.callee)) return;
    const ir::Procedure callee = analysis::with_own_names(*n.callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) bind(callee.args.at(i), n.args[i]);
    block(callee.body, in);
  }

  void bind(const ir::Arg& param, const ir::Expr& arg) {
    if (param.type.scalar == ir::Scalar::bool_) return lower_.bind(param.name, lower_.condition(arg));
    if (param.type.is_control()) return lower_.bind(param.name, lower_.index(arg));
    lower_.declare(param.name, {param.type, param.mem});
    if (const auto* w = arg.as<ir::WindowExpr>()) lower_.alias(param.name, lower_.view(*w));
    if (const auto* r = arg.as<ir::Read>()) lower_.alias(param.name, lower_.view(*r));
  }

  void under(Formula fact, const ir::Block& list, PathId outer) {
    conditions_.push_back(std::move(fact));
    block(list, outer);
    conditions_.pop_back();
  }

  void add(PathId id, Formula when, const ir::Stmt& s, std::string what) {
    if (when.is_false()) return;
    if (taken_.count(id)) return void(++out_.covered);
    out_.is_complete = out_.list.size() < max_paths;
    if (!out_.is_complete) return;
    UncoveredPath path{id, conditions_, s, std::move(what)};
    path.when.push_back(std::move(when));
    out_.list.push_back(std::move(path));
  }

  // A loop whose bounds are written in digits is always run, or never: instructions are full of them.
  bool has_choice(const ir::Stmt& s) {
    if (s.as<ir::If>()) return true;
    if (const auto* n = s.as<ir::Call>()) return has_choice(n->callee);
    const auto* n = s.as<ir::For>();
    return n && (!ir::literal(n->lo) || !ir::literal(n->hi) || has_choice(n->body));
  }
  bool has_choice(const ir::Block& list) {
    return std::any_of(list.begin(), list.end(), [&](const ir::Stmt& s) { return has_choice(s); });
  }
  // Asked once of each procedure: it is held, so that no other takes its address.
  bool has_choice(const ir::ProcRef& callee) {
    if (auto it = choices_.find(callee); it != choices_.end()) return it->second;
    const bool out = has_choice(callee->body);
    choices_.emplace(callee, out);
    return out;
  }

  analysis::Lowering& lower_;
  const interp::Coverage& taken_;
  std::vector<Formula> conditions_;
  std::unordered_map<ir::ProcRef, bool> choices_;
  UncoveredPaths out_;
};

}  // namespace

// Without the folder: evidence is read in another one than it was made in.
static std::string place_of(const SrcLoc& loc) {
  if (!loc) return "";
  const std::string file = loc.file ? std::filesystem::path(*loc.file).filename().string() : "<text>";
  return fmt::format(" at {}:{}:{}", file, loc.line, loc.column);
}

std::string UncoveredPath::text() const {
  const std::string head = first_line(ir::print(statement));
  const std::string at = place_of(statement.loc());
  return fmt::format("`{}`{} {}", head.ends_with(':') ? head.substr(0, head.size() - 1) : head, at, what);
}

UncoveredPaths uncovered_paths(analysis::Lowering& lower, const ir::Procedure& proc, const interp::Coverage& taken) {
  return PathWalk(lower, taken).run(proc);
}

namespace {

// In the given order of dimensions, innermost first, each stride exceeds the extent of everything inside.
Formula nested(analysis::Lowering& lower, const ir::Arg& window, bool last_is_innermost) {
  const int rank = static_cast<int>(window.type.shape.size());
  std::vector<Formula> out;
  Affine reach = 1;
  for (int i = 0; i < rank; ++i) {
    const int d = last_is_innermost ? rank - 1 - i : i;
    const Affine stride = lower.stride(window.name, d);
    out.push_back(smt::le(reach, stride));
    reach = lower.terms().product(stride, lower.index(window.type.shape[static_cast<std::size_t>(d)]));
  }
  return Formula::all(std::move(out));
}

// Else elements that differ in one index only would share a place.
Formula positive(analysis::Lowering& lower, const ir::Arg& window) {
  std::vector<Formula> out;
  for (int d = 0; d < static_cast<int>(window.type.shape.size()); ++d)
    out.push_back(smt::le(1, lower.stride(window.name, d)) ||
                  smt::le(lower.index(window.type.shape[static_cast<std::size_t>(d)]), 1));
  return Formula::all(std::move(out));
}

}  // namespace

std::vector<Formula> strides_apart(analysis::Lowering& lower, const ir::Procedure& proc,
                                   const std::vector<Formula>& formulas, Apart apart) {
  std::vector<Var> used;
  for (const Formula& f : formulas) f.collect(used);
  const std::set<Var> mentioned(used.begin(), used.end());
  std::vector<Formula> out;
  for (const ir::Arg& a : proc.args) {
    if (!a.type.is_window) continue;
    bool concerned = false;
    for (int d = 0; d < static_cast<int>(a.type.shape.size()); ++d)
      concerned = concerned || mentioned.count(lower.stride(a.name, d).terms().begin()->first);
    if (!concerned) continue;
    if (apart == Apart::at_least) out.push_back(positive(lower, a));
    else if (a.type.shape.size() < 2) out.push_back(nested(lower, a, true));
    else out.push_back(nested(lower, a, true) || nested(lower, a, false));
  }
  return out;
}

}  // namespace tessera::validate
