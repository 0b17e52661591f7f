#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/cursor/find.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/proc.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera {
namespace {

using cursor::Path;
using Kind = Cursor::Kind;

[[noreturn]] void fail(const std::string& code, const std::string& message, const std::string& hint = "") {
  Diagnostic d;
  d.code = code;
  d.message = message;
  d.hint = hint;
  throw SchedulingError(d);
}

Cursor from_match(const Proc& proc, const cursor::Match& m) {
  if (m.first.is_expr()) return {proc, Kind::expr, m.first};
  return {proc, m.count == 1 ? Kind::stmt : Kind::block, m.first, m.count};
}

[[noreturn]] void no_match(const Proc& proc, const std::string& text, const syntax::Pattern& pattern) {
  std::vector<std::string> near = cursor::candidates(proc.ir(), pattern);
  std::string hint = near.empty() ? "" : fmt::format("nearest: {}", fmt::join(near, "   |   "));
  fail("pattern", fmt::format("nothing in {} matches '{}'", proc.name(), text), hint);
}

// `#n` beyond the matches: says where they are.
[[noreturn]] void too_few(const Proc& proc, const std::string& text, const std::vector<cursor::Match>& found) {
  constexpr std::size_t shown = 5;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < found.size() && i < shown; ++i) {
    std::string line = from_match(proc, found[i]).text();
    places.push_back(fmt::format("#{}: {}", i, line.substr(0, line.find('\n'))));
  }
  if (found.size() > shown) places.push_back("...");
  fail("pattern",
       fmt::format("'{}' matches {} {} in {}; counting starts at #0", text, found.size(),
                   found.size() == 1 ? "time" : "times", proc.name()),
       fmt::format("matches: {}", fmt::join(places, "   |   ")));
}

// Steps such as partial_eval take arguments away, so their places change.
Cursor forward_argument(const Proc& to, ir::Sym name) {
  for (std::size_t i = 0; i < to.ir().args.size(); ++i)
    if (to.ir().args[i].name == name) return Cursor::argument(to, static_cast<int>(i));
  fail("cursor", fmt::format("the argument {} is gone", name.text()));
}

Cursor pick(const Proc& proc, const std::string& text, const cursor::Range* within) {
  syntax::Pattern pattern = syntax::parse_pattern(text);
  std::vector<cursor::Match> found = cursor::find_all(proc.ir(), pattern, within);
  if (found.empty()) no_match(proc, text, pattern);
  auto n = static_cast<std::size_t>(pattern.nth.value_or(0));
  if (n >= found.size()) too_few(proc, text, found);
  return from_match(proc, found[n]);
}

}  // namespace

Cursor Proc::find(const std::string& pattern) const { return pick(*this, pattern, nullptr); }

std::vector<Cursor> Proc::find_all(const std::string& text) const {
  syntax::Pattern pattern = syntax::parse_pattern(text);
  std::vector<cursor::Match> found = cursor::find_all(ir(), pattern);
  if (found.empty()) no_match(*this, text, pattern);
  std::vector<Cursor> out;
  for (const cursor::Match& m : found) out.push_back(from_match(*this, m));
  return out;
}

Cursor Proc::find_loop(const std::string& name) const {
  syntax::Pattern given = syntax::parse_pattern(name);
  syntax::Pattern pattern = given.names.size() == 1 ? cursor::loop_pattern(given.names[0], given.nth) : given;
  std::vector<cursor::Match> found = cursor::find_all(ir(), pattern);
  if (found.empty()) no_match(*this, name, pattern);
  auto n = static_cast<std::size_t>(pattern.nth.value_or(0));
  if (n >= found.size()) too_few(*this, name, found);
  return from_match(*this, found[n]);
}

Cursor Proc::find_alloc_or_arg(const std::string& name) const {
  syntax::Pattern given = syntax::parse_pattern(name);
  if (given.names.size() == 1) {
    for (std::size_t i = 0; i < ir().args.size(); ++i)
      if (ir().args[i].name.text() == given.names[0]) return Cursor::argument(*this, static_cast<int>(i));
    std::string suffix = given.nth ? fmt::format(" #{}", *given.nth) : "";
    return find(given.names[0] + " : _" + suffix);
  }
  return find(name);
}

Cursor Proc::body() const {
  return {*this, Kind::block, Path{{{ir::Branch::body, 0}}, {}}, static_cast<int>(ir().body.size())};
}

Cursor Proc::forward(const Cursor& c) const {
  const VersionRef& from = c.proc().version();
  std::vector<const Version*> steps;
  const Version* v = version_.get();
  for (; v && v != from.get(); v = v->parent.get()) steps.push_back(v);
  if (!v)
    fail("cursor", fmt::format("the cursor is of {}, which is no earlier version of {}", c.proc().name(), name()));
  if (c.kind() == Kind::arg)
    return forward_argument(*this, c.proc().ir().args.at(static_cast<std::size_t>(c.count())).name);
  std::reverse(steps.begin(), steps.end());
  bool at_end = c.kind() == Kind::gap && !cursor::stmt_at(c.proc().ir(), c.path());
  Path path = at_end ? c.path().sibling(-1) : c.path();
  Path last = c.kind() == Kind::block ? path.sibling(c.count() - 1) : path;
  for (const Version* step : steps)
    for (Path* p : {&path, &last}) {
      std::optional<Path> next = step->step.forward(*p);
      if (!next)
        fail("cursor", fmt::format("the cursor points at something that {} removed", step->step.primitive),
             "search for it again in the procedure as it is now");
      *p = *next;
    }
  if (at_end) path = path.sibling(1);
  if (c.kind() != Kind::block) return {*this, c.kind(), path};
  int count = last.steps.back().index - path.steps.back().index + 1;
  if (path.parent() != last.parent() || count < 1)
    fail("cursor", "the statements of the block no longer stand together");
  return {*this, Kind::block, path, count};
}

Cursor Cursor::argument(Proc proc, int index) { return {std::move(proc), Kind::arg, {}, index}; }

Cursor Cursor::at(Kind kind, Path path, int count) const {
  Cursor c(proc_, kind, std::move(path), count);
  bool exists = kind == Kind::expr    ? cursor::expr_at(proc_.ir(), c.path_).has_value()
                : kind == Kind::gap   ? cursor::list_at(proc_.ir(), c.path_) != nullptr
                : kind == Kind::block ? count > 0 && cursor::stmt_at(proc_.ir(), c.path_) &&
                                            cursor::stmt_at(proc_.ir(), c.path_.sibling(count - 1))
                                      : cursor::stmt_at(proc_.ir(), c.path_) != nullptr;
  if (!exists) fail("cursor", fmt::format("this move leads out of {}", proc_.name()));
  return c;
}

cursor::Range Cursor::range() const {
  if (kind_ == Kind::gap) return {path_, 0};
  if (kind_ == Kind::arg) fail("cursor", "an argument is no statement");
  return {path_, kind_ == Kind::block ? count_ : 1};
}

Cursor Cursor::parent() const {
  if (kind_ == Kind::arg) fail("cursor", "an argument has no parent");
  Path up = path_.parent();
  return at(up.is_expr() ? Kind::expr : Kind::stmt, up);
}

Cursor Cursor::next(int offset) const {
  if (kind_ == Kind::block) return at(Kind::stmt, path_.sibling(offset > 0 ? count_ - 1 + offset : offset));
  if (kind_ != Kind::stmt) fail("cursor", "only statements and blocks have neighbours");
  return at(Kind::stmt, path_.sibling(offset));
}

Cursor Cursor::before() const { return at(Kind::gap, path_.stmt()); }
Cursor Cursor::after() const {
  if (kind_ == Kind::arg) fail("cursor", "an argument is no statement");
  return at(Kind::gap, path_.sibling(kind_ == Kind::block ? count_ : 1));
}

Cursor Cursor::body() const {
  const ir::Block* list = ir::branch(stmt(), ir::Branch::body);
  if (!list) fail("cursor", "only loops and ifs have a body");
  return at(Kind::block, path_.child(ir::Branch::body, 0), static_cast<int>(list->size()));
}

Cursor Cursor::orelse() const {
  const ir::Block* list = ir::branch(stmt(), ir::Branch::orelse);
  if (!list || list->empty()) fail("cursor", "there is no else branch");
  return at(Kind::block, path_.child(ir::Branch::orelse, 0), static_cast<int>(list->size()));
}

Cursor Cursor::as_block() const { return at(Kind::block, path_.stmt(), kind_ == Kind::block ? count_ : 1); }

Cursor Cursor::expand(int before, int after) const {
  Cursor b = as_block();
  return at(Kind::block, b.path_.sibling(-before), b.count_ + before + after);
}

Cursor Cursor::operator[](int i) const {
  if (kind_ != Kind::block) fail("cursor", "only blocks are counted through");
  if (i < 0 || i >= count_) fail("cursor", fmt::format("the block has {} statements", count_));
  return at(Kind::stmt, path_.sibling(i));
}

Cursor Cursor::child(int i) const { return at(Kind::expr, path_.expr({i})); }

Cursor Cursor::find(const std::string& pattern) const {
  cursor::Range within = range();
  return pick(proc_, pattern, &within);
}

bool Cursor::is_within(const Cursor& outer) const { return cursor::is_within(path_, outer.path_); }

const ir::Stmt& Cursor::stmt() const {
  const ir::Stmt* s = kind_ == Kind::arg ? nullptr : cursor::stmt_at(proc_.ir(), path_.stmt());
  if (!s) fail("cursor", "the cursor is at no statement");
  return *s;
}

ir::Expr Cursor::expr() const {
  std::optional<ir::Expr> e = cursor::expr_at(proc_.ir(), path_);
  if (!e) fail("cursor", "the cursor is at no expression");
  return *e;
}

std::string Cursor::kind_name() const {
  if (kind_ == Kind::arg) return "arg";
  if (kind_ == Kind::gap) return "gap";
  if (kind_ == Kind::block) return "block";
  if (kind_ == Kind::expr)
    return expr().match([](const ir::Read&) { return "read"; }, [](const ir::Binary&) { return "binary"; },
                        [](const ir::Negate&) { return "negate"; }, [](const ir::WindowExpr&) { return "window"; },
                        [](const ir::StrideOf&) { return "stride"; }, [](const ir::ReadConfig&) { return "config"; },
                        [](const ir::ExternCall&) { return "extern"; }, [](const auto&) { return "literal"; });
  return stmt().match([](const ir::Assign&) { return "assign"; }, [](const ir::Reduce&) { return "reduce"; },
                      [](const ir::Alloc&) { return "alloc"; }, [](const ir::WindowStmt&) { return "window"; },
                      [](const ir::WriteConfig&) { return "config"; }, [](const ir::Pass&) { return "pass"; },
                      [](const ir::For&) { return "for"; }, [](const ir::If&) { return "if"; },
                      [](const ir::Call&) { return "call"; });
}

std::string Cursor::name() const {
  if (kind_ == Kind::arg) return proc_.ir().args.at(static_cast<std::size_t>(count_)).name.text();
  if (kind_ == Kind::expr) {
    ir::Expr e = expr();
    if (const auto* r = e.as<ir::Read>()) return r->name.text();
    if (const auto* w = e.as<ir::WindowExpr>()) return w->base.text();
    return "";
  }
  const ir::Stmt& s = stmt();
  if (const auto* n = s.as<ir::Assign>()) return n->name.text();
  if (const auto* n = s.as<ir::Reduce>()) return n->name.text();
  if (const auto* n = s.as<ir::Call>()) return n->callee->name;
  ir::Sym bound = ir::bound_name(s);
  return bound ? bound.text() : "";
}

std::string Cursor::text() const {
  ir::Names names(proc_.ir());
  if (kind_ == Kind::expr) return ir::print(expr(), names);
  if (kind_ == Kind::arg) return name();
  std::string out;
  for (int i = 0; i < range().count; ++i) out += ir::print(*cursor::stmt_at(proc_.ir(), path_.sibling(i)), names);
  return out;
}

ir::Type Cursor::type() const {
  if (kind_ == Kind::arg) return proc_.ir().args.at(static_cast<std::size_t>(count_)).type;
  if (kind_ == Kind::expr) return {expr().type(), {}, false};
  if (const auto* n = stmt().as<ir::Alloc>()) return n->type;
  fail("cursor", "only allocations, arguments and expressions have a type");
}

ir::MemoryRef Cursor::memory() const {
  if (kind_ == Kind::arg) return proc_.ir().args.at(static_cast<std::size_t>(count_)).mem;
  if (const auto* n = stmt().as<ir::Alloc>()) return n->mem;
  fail("cursor", "only allocations and arguments have a memory");
}

}  // namespace tessera
