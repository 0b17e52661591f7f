// SPDX-License-Identifier: Apache-2.0
#include "schedules/inspect.hpp"

#include <set>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::schedules {
namespace {

void collect_loops(const Cursor& block, std::vector<Cursor>& out) {
  for (const Cursor& s : statements(block)) {
    if (is_loop(s)) out.push_back(s);
    if (ir::branch(s.stmt(), ir::Branch::body)) collect_loops(s.body(), out);
    const ir::Block* orelse = ir::branch(s.stmt(), ir::Branch::orelse);
    if (orelse && !orelse->empty()) collect_loops(s.orelse(), out);
  }
}

ir::Block block_of(const Cursor& c) {
  ir::Block out;
  for (const Cursor& s : statements(c.as_block())) out.push_back(s.stmt());
  return out;
}

}  // namespace

bool is_loop(const Cursor& c) { return c.kind() == Cursor::Kind::stmt && c.stmt().as<ir::For>(); }
bool is_assign(const Cursor& c) { return c.kind() == Cursor::Kind::stmt && c.stmt().as<ir::Assign>(); }
bool is_reduce(const Cursor& c) { return c.kind() == Cursor::Kind::stmt && c.stmt().as<ir::Reduce>(); }
bool is_alloc(const Cursor& c) { return c.kind() == Cursor::Kind::stmt && c.stmt().as<ir::Alloc>(); }

std::vector<Cursor> statements(const Cursor& block) {
  std::vector<Cursor> out;
  for (int i = 0; i < block.count(); ++i) out.push_back(block[i]);
  return out;
}

std::vector<Cursor> body_of(const Cursor& loop) { return statements(loop.body()); }
std::vector<Cursor> body_of(const Proc& p) { return statements(p.body()); }

std::vector<Cursor> loops(const Proc& p) {
  std::vector<Cursor> out;
  collect_loops(p.body(), out);
  return out;
}

std::vector<Cursor> loops_in(const Cursor& scope) {
  std::vector<Cursor> out;
  collect_loops(scope.as_block(), out);
  return out;
}

std::vector<Cursor> innermost_loops(const Proc& p) {
  std::vector<Cursor> out;
  for (const Cursor& l : loops(p)) {
    std::vector<Cursor> inner;
    collect_loops(l.body(), inner);
    if (inner.empty()) out.push_back(l);
  }
  return out;
}

Cursor loop_at(const Proc& p, const Place& place) {
  if (const auto* c = std::get_if<Cursor>(&place)) return p.forward(*c);
  return p.find_loop(std::get<std::string>(place));
}

Cursor block_at(const Proc& p, const Place& place) {
  if (const auto* c = std::get_if<Cursor>(&place)) return p.forward(*c).as_block();
  const std::string& text = std::get<std::string>(place);
  const bool is_name = text.find_first_of(" :=[]()") == std::string::npos;
  return (is_name ? p.find_loop(text) : p.find(text)).as_block();
}

std::vector<Cursor> enclosing_loops(const Cursor& c) {
  std::vector<Cursor> out;
  for (ir::Path up = c.path().stmt().parent(); !up.steps.empty(); up = up.parent()) {
    Cursor scope(c.proc(), Cursor::Kind::stmt, up);
    if (is_loop(scope)) out.push_back(scope);
  }
  return out;
}

std::vector<Cursor> perfect_nest(const Cursor& loop) {
  std::vector<Cursor> out{loop};
  while (out.back().body().count() == 1 && is_loop(out.back().body()[0])) out.push_back(out.back().body()[0]);
  return out;
}

std::optional<Cursor> next_statement(const Cursor& c) {
  const ir::Path following = c.path().stmt().sibling(c.kind() == Cursor::Kind::block ? c.count() : 1);
  if (!ir::stmt_at(c.proc().ir(), following)) return std::nullopt;
  return Cursor(c.proc(), Cursor::Kind::stmt, following);
}

std::optional<std::int64_t> literal_extent(const Cursor& loop) {
  const auto* l = loop.stmt().as<ir::For>();
  const auto* lo = l ? l->lo.as<ir::IntLit>() : nullptr;
  const auto* hi = l ? l->hi.as<ir::IntLit>() : nullptr;
  if (!lo || !hi) return std::nullopt;
  return hi->value - lo->value;
}

bool depends_on(const Cursor& place, const Cursor& loop) {
  ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  return place.kind() == Cursor::Kind::expr ? ir::mentions(place.expr(), counter)
                                            : ir::mentions(block_of(place), counter);
}

bool uses(const Cursor& place, const std::string& buffer) {
  for (ir::Sym s : ir::free_syms(block_of(place)))
    if (s.text() == buffer) return true;
  return false;
}

std::set<ir::Sym> written_buffers(const ir::Stmt& stmt) {
  std::set<ir::Sym> out;
  ir::for_each_stmt(ir::Block{stmt}, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::Assign>()) out.insert(n->name);
    if (const auto* n = s.as<ir::Reduce>()) out.insert(n->name);
    const auto* call = s.as<ir::Call>();
    if (!call) return;
    const std::vector<bool> written = ir::written_parameters(*call->callee);
    for (std::size_t i = 0; i < call->args.size(); ++i) {
      if (!written[i]) continue;
      if (const auto* w = call->args[i].as<ir::WindowExpr>()) out.insert(w->base);
      if (const auto* r = call->args[i].as<ir::Read>()) out.insert(r->name);
    }
  });
  return out;
}

std::string written_place(const Cursor& c) {
  const std::string text = c.text();
  return text.substr(0, text.find(is_reduce(c) ? " += " : " = "));
}

std::optional<Cursor> still_there(const Proc& p, const Cursor& c) {
  try {
    return p.forward(c);
  } catch (const SchedulingError&) { return std::nullopt; }
}

std::string fresh_name(const Proc& p, const std::string& base) {
  std::string name = base;
  for (int i = 1; p.declarations().has_text(name); ++i) name = base + "_" + std::to_string(i);
  return name;
}

}  // namespace tessera::schedules
