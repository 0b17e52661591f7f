// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/field_reads.hpp"

#include <map>

#include "dsl/analysis/lowering.hpp"

namespace tessera::analysis {
namespace {

// The effect of passing some statements on the field's value before them.
struct Passage {
  std::optional<ir::Stmt> reader;
  bool through = true;  // it may still be there after them
};

class Uses {
 public:
  explicit Uses(std::string field) : field_(std::move(field)) {}

  // The statements of the list from `first` to before `last`.
  Passage pass(const ir::Block& list, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && i < list.size(); ++i)
      if (Passage e = pass(list[i]); e.reader || !e.through) return e;
    return {};
  }
  Passage pass(const ir::Block& list) { return pass(list, 0, list.size()); }

  bool reads(const ir::Expr& top) const {
    bool found = false;
    ir::for_each_expr(top, [&](const ir::Expr& e) {
      if (const auto* n = e.as<ir::ReadConfig>()) found = found || field_name(*n->config, n->field) == field_;
    });
    return found;
  }
  bool reads(const std::vector<ir::Expr>& list) const {
    for (const ir::Expr& e : list)
      if (reads(e)) return true;
    return false;
  }

 private:
  Passage pass(const ir::Stmt& s) {
    if (reads(ir::expressions(s))) return {s, true};
    return s.match(
        [&](const ir::WriteConfig& n) {
          return Passage{std::nullopt, field_name(*n.config, n.field) != field_};
        },
        [&](const ir::For& n) { return loop(n); },
        [&](const ir::If& n) { return either(pass(n.body), pass(n.orelse)); },
        [&](const ir::Call& n) { return call(s, *n.callee); }, [](const auto&) { return Passage{}; });
  }

  static Passage either(const Passage& a, const Passage& b) {
    return {a.reader ? a.reader : b.reader, a.through || b.through};
  }

  // The first iteration that runs meets the value; if none does, it stays.
  Passage loop(const ir::For& n) {
    Passage e = pass(n.body);
    return {e.reader, e.through || !runs(n)};
  }

  // For certain, and at a glance: between literals, or from 0 to a size.
  static bool runs(const ir::For& n) {
    const std::int64_t *lo = ir::literal(n.lo), *hi = ir::literal(n.hi);
    const auto* size = n.hi.as<ir::Read>();
    return lo && (hi ? *lo < *hi : *lo <= 0 && size && size->type == ir::Scalar::size);
  }

  Passage call(const ir::Stmt& s, const ir::Procedure& callee) {
    auto [it, added] = callees_.try_emplace(&callee);
    if (added) it->second = body_of(callee);
    return {it->second.reader ? std::optional(s) : std::nullopt, it->second.through};
  }

  Passage body_of(const ir::Procedure& callee) {
    bool header = reads(callee.asserts);
    for (const ir::Arg& a : callee.args) header = header || reads(a.type.shape);
    if (header) return {ir::Stmt(ir::Pass{}), true};
    return pass(callee.body);
  }

  std::string field_;
  std::map<const ir::Procedure*, Passage> callees_;
};

// The loop around the gap goes on: its bounds count as read, as C evaluates them again.
Passage further_iterations(Uses& uses, const ir::Stmt& s) {
  const auto* loop = s.as<ir::For>();
  if (!loop) return {};
  if (uses.reads(ir::expressions(s))) return {s, true};
  return {uses.pass(loop->body).reader, true};
}

}  // namespace

FieldUse use_after(const ir::Procedure& proc, const ir::Path& gap, const std::string& field) {
  Uses uses(field);
  for (ir::Path at = gap; !at.steps.empty(); at = at.parent()) {
    const ir::Block& list = *ir::list_at(proc, at);
    const bool is_gap = at.steps.size() == gap.steps.size();
    const auto first = static_cast<std::size_t>(at.steps.back().index) + (is_gap ? 0 : 1);
    if (!is_gap)
      if (Passage again = further_iterations(uses, *ir::stmt_at(proc, at)); again.reader) return {again.reader, true};
    if (Passage rest = uses.pass(list, first, list.size()); rest.reader || !rest.through) return {rest.reader, false};
  }
  return {std::nullopt, true};
}

}  // namespace tessera::analysis
