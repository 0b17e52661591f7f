// SPDX-License-Identifier: Apache-2.0
#include "schemes/nest.hpp"

#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schemes {
namespace {

bool is_guarded(const Cursor& s) {
  const auto* guard = s.stmt().as<ir::If>();
  return guard && guard->orelse.empty() && guard->body.size() == 1 && guard->body.front().as<ir::Reduce>();
}

bool is_term(const Cursor& s) { return schedules::is_reduce(s) || is_guarded(s); }

bool is_sum(const Cursor& s) {
  if (!schedules::is_loop(s)) return is_term(s);
  const std::vector<Cursor> body = schedules::body_of(schedules::perfect_nest(s).back());
  return body.size() == 1 && is_term(body.front());
}

}  // namespace

Body body_of(const Cursor& nest) {
  const std::vector<Cursor> statements = schedules::body_of(schedules::perfect_nest(nest).back());
  const auto loop = std::find_if(statements.begin(), statements.end(), schedules::is_loop);
  const auto sum = loop == statements.end() ? std::find_if(statements.begin(), statements.end(), is_sum) : loop;
  const bool is_one =
      sum != statements.end() && is_sum(*sum) && std::none_of(sum + 1, statements.end(), schedules::is_loop);
  if (!is_one)
    refuse(nest, "the nest does something else than adding to one place",
           "a nest holds one sum, and statements on the same place before and after it");
  return {{statements.begin(), sum}, {sum + 1, statements.end()}, *sum};
}

std::vector<Cursor> loops_of_sum(const Cursor& nest) {
  const Cursor sum = body_of(nest).sum;
  return schedules::is_loop(sum) ? schedules::perfect_nest(sum) : std::vector<Cursor>{};
}

Cursor statement_of(const Cursor& nest) {
  const Cursor sum = body_of(nest).sum;
  const Cursor term = schedules::is_loop(sum) ? schedules::body_of(schedules::perfect_nest(sum).back()).front() : sum;
  return is_guarded(term) ? schedules::statements(term.body()).front() : term;
}

std::optional<Cursor> guard_of(const Cursor& reduction) {
  const bool is_inside = reduction.path().steps.size() > 1 && reduction.parent().stmt().as<ir::If>();
  return is_inside ? std::optional<Cursor>(reduction.parent()) : std::nullopt;
}

std::optional<Cursor> own_sum(const Cursor& nest) {
  const std::vector<Cursor> before = body_of(nest).before;
  const ir::Sym sum = statement_of(nest).stmt().as<ir::Reduce>()->name;
  const auto found = std::find_if(before.begin(), before.end(), [&](const Cursor& s) {
    const auto* alloc = s.stmt().as<ir::Alloc>();
    return alloc && alloc->name == sum;
  });
  return found == before.end() ? std::nullopt : std::optional(*found);
}

bool is_written_along(const Cursor& loop, const Cursor& reduction) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  const ir::Reduce& sum = *reduction.stmt().as<ir::Reduce>();
  bool is_own = false;
  ir::for_each_stmt(ir::Block{loop.stmt()}, [&](const ir::Stmt& s) {
    const auto* alloc = s.as<ir::Alloc>();
    is_own = is_own || (alloc && alloc->name == sum.name);
  });
  if (is_own) return true;
  return std::any_of(sum.idx.begin(), sum.idx.end(), [&](const ir::Expr& e) { return ir::mentions(e, counter); });
}

Cursor outwards(Cursor c, std::size_t levels) {
  while (levels-- > 0) c = c.parent();
  return c;
}

void refuse(const Cursor& at, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "scheme";
  d.message = message;
  d.hint = hint;
  const std::string text = at.text();
  d.notes.push_back({at.stmt().loc(), text.substr(0, text.find('\n'))});
  throw SchedulingError(d);
}

}  // namespace tessera::schemes
