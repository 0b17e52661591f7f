// SPDX-License-Identifier: Apache-2.0
#include "fuzz/forwarding.hpp"

#include <fmt/format.h>

#include <map>
#include <typeinfo>

#include "dsl/ir/equal.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::fuzz {
namespace {

using ir::Path;

void collect(const ir::Block& list, const Path& parent, ir::Branch branch, std::vector<Path>& out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Path here = parent.child(branch, static_cast<int>(i));
    out.push_back(here);
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(list[i], b)) collect(*inner, here, b, out);
  }
}

void collect(const ir::Expr& e, const Path& at, std::vector<Path>& out) {
  out.push_back(at);
  std::vector<ir::Expr> kids = ir::children(e);
  for (std::size_t i = 0; i < kids.size(); ++i) collect(kids[i], at.expr({static_cast<int>(i)}), out);
}

class Tagger {
 public:
  ir::Block block(const ir::Block& list) {
    ir::Block out;
    for (const ir::Stmt& s : list) out.push_back(stmt(s));
    return out;
  }

 private:
  // Callees may hold statements with tags of an earlier version, or with their lines in a text: no number is used
  // twice, nor is one that a line could have.
  static SrcLoc next() {
    static int count = 1'000'000;
    return {intern("<tags>"), ++count, 1};
  }

  ir::Expr expr(const ir::Expr& e) {
    const SrcLoc tag = next();
    std::vector<ir::Expr> kids = ir::children(e);
    for (ir::Expr& kid : kids) kid = expr(kid);
    return ir::with_children(e, std::move(kids)).at(tag);
  }

  ir::Stmt stmt(const ir::Stmt& s) {
    const SrcLoc tag = next();
    std::vector<ir::Expr> exprs = ir::expressions(s);
    for (ir::Expr& e : exprs) e = expr(e);
    ir::Stmt out = ir::with_expressions(s, std::move(exprs));
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* list = ir::branch(s, b)) out = ir::with_branch(out, b, block(*list));
    return out.match([&](const auto& node) { return ir::Stmt(node, tag); });
  }
};

std::string printed(const ir::Procedure& proc, const Path& p) {
  const ir::Names names(proc);
  std::optional<ir::Expr> e = ir::expr_at(proc, p);
  if (e) return "`" + ir::print(*e, names) + "` in `" + printed(proc, p.stmt()) + "`";
  return first_line(ir::print(*ir::stmt_at(proc, p), names));
}

SrcLoc tag_at(const ir::Procedure& proc, const Path& p) {
  return p.is_expr() ? ir::expr_at(proc, p)->loc() : ir::stmt_at(proc, p)->loc();
}

bool same_kind(const ir::Procedure& a, const Path& p, const ir::Procedure& b, const Path& q) {
  auto kind = [](const ir::Stmt& s) { return s.match([](const auto& node) { return &typeid(node); }); };
  return *kind(*ir::stmt_at(a, p)) == *kind(*ir::stmt_at(b, q));
}

bool exists(const ir::Procedure& proc, const Path& p) {
  return p.is_expr() ? ir::expr_at(proc, p).has_value() : ir::stmt_at(proc, p) != nullptr;
}

// A call takes the place of statements, which may be calls.
bool replaces(const StepRecord& step) { return step.primitive == "replace"; }

// Two statements become one.
bool merges(const StepRecord& step) { return step.primitive == "fuse" || step.primitive == "join_loops"; }

// Arithmetic on indices makes nodes without tags: then it is the same expression at the same place below one that
// has been checked.
bool rebuilt(const Version& version, const Path& from, const Path& to) {
  if (to.exprs.size() < 2 || tag_at(*version.ir, to)) return false;
  return version.step.forward(from.parent()) == to.parent() && from.exprs.back() == to.exprs.back() &&
         ir::equal(*ir::expr_at(*version.parent->ir, from), *ir::expr_at(*version.ir, to));
}

}  // namespace

std::vector<Path> statement_paths(const ir::Procedure& proc) {
  std::vector<Path> out;
  collect(proc.body, {}, ir::Branch::body, out);
  return out;
}

std::vector<Path> expression_paths(const ir::Procedure& proc) {
  std::vector<Path> out;
  for (const Path& path : statement_paths(proc)) {
    std::vector<ir::Expr> tops = ir::expressions(*ir::stmt_at(proc, path));
    for (std::size_t i = 0; i < tops.size(); ++i) collect(tops[i], path.expr({static_cast<int>(i)}), out);
  }
  return out;
}

ir::ProcRef tagged(const ir::Procedure& proc) {
  auto out = std::make_shared<ir::Procedure>(proc);
  out->body = Tagger().block(proc.body);
  return out;
}

std::vector<std::string> wrong_forwards(const Version& version) {
  const ir::Procedure &before = *version.parent->ir, &after = *version.ir;
  std::map<int, Path> still;  // statements by their tags
  for (const Path& p : statement_paths(after)) still.emplace(tag_at(after, p).line, p);
  std::vector<Path> all = statement_paths(before), expressions = expression_paths(before);
  all.insert(all.end(), expressions.begin(), expressions.end());
  std::vector<std::string> out;
  auto wrong = [&](const Path& p, const std::string& what) {
    out.push_back(fmt::format("{}: {} {}", version.step.primitive, printed(before, p), what));
  };
  for (const Path& p : all) {
    const int tag = tag_at(before, p).line;
    std::optional<Path> to = version.step.forward(p);
    if (!to) {
      if (p.is_stmt() && !replaces(version.step) && still.count(tag) && same_kind(before, p, after, still.at(tag)))
        wrong(p, "is called gone, but is now " + printed(after, still.at(tag)));
    } else if (to->is_expr() != p.is_expr() || !exists(after, *to)) {
      wrong(p, "leads nowhere");
    } else if (tag_at(after, *to).line != tag && !rebuilt(version, p, *to) &&
               !(merges(version.step) && p.is_stmt() && !still.count(tag) && same_kind(before, p, after, *to))) {
      wrong(p, "leads to " + printed(after, *to));
    }
  }
  return out;
}

}  // namespace tessera::fuzz
