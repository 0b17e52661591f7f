// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/field_values.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

// A changed index keeps the old one's location. Indices that only move keep their own.
std::vector<ir::Expr> in_place(std::vector<ir::Expr> now, const std::vector<ir::Expr>& was) {
  auto is_old = [&](const ir::Expr& e) {
    return std::any_of(was.begin(), was.end(), [&](const ir::Expr& w) { return w.identity() == e.identity(); });
  };
  for (std::size_t d = 0; now.size() == was.size() && d < now.size(); ++d)
    if (!is_old(now[d])) now[d] = now[d].at(was[d].loc());
  return now;
}

ir::Expr ends_in_place(const ir::Expr& now, const ir::Expr& was) {
  return ir::with_children(now, in_place(ir::children(now), ir::children(was)));
}

class Rewriter {
 public:
  Rewriter(const ir::Procedure& proc, const AccessMap& map) : proc_(proc), map_(map) {}

  ir::Stmt stmt(const Path& at, const ir::Stmt& s) const {
    std::vector<ir::Expr> exprs = ir::expressions(s);
    for (ir::Expr& e : exprs) e = ir::map_expr(e, [&](const ir::Expr& node) { return expr(at, node); });
    return target(at, ir::with_expressions(s, std::move(exprs)));
  }

 private:
  ir::Stmt target(const Path& at, const ir::Stmt& s) const {
    if (const auto* n = s.as<ir::Assign>(); n && n->name == map_.buffer && concerned(at, points(n->idx)))
      return ir::Stmt(ir::Assign{name(at, n->idx), indices(at, n->idx), n->rhs, n->type}, s.loc());
    if (const auto* n = s.as<ir::Reduce>(); n && n->name == map_.buffer && concerned(at, points(n->idx)))
      return ir::Stmt(ir::Reduce{name(at, n->idx), indices(at, n->idx), n->rhs, n->type}, s.loc());
    return s;
  }

  std::vector<ir::Expr> indices(const Path& at, const std::vector<ir::Expr>& was) const {
    return in_place(map_.index(at, was), was);
  }

  static std::vector<ir::WindowDim> points(const std::vector<ir::Expr>& idx) {
    std::vector<ir::WindowDim> out;
    for (const ir::Expr& e : idx) out.push_back({e, {}});
    return out;
  }
  bool concerned(const Path& at, const std::vector<ir::WindowDim>& dims) const {
    return !map_.only || map_.only(at, dims);
  }
  ir::Sym name(const Path& at, const std::vector<ir::Expr>& start) const {
    return map_.choose ? map_.choose(at, start) : map_.becomes;
  }
  ir::Sym name(const Path& at, const std::vector<ir::WindowDim>& dims) const {
    std::vector<ir::Expr> start;
    for (const ir::WindowDim& d : dims) start.push_back(d.lo);
    return name(at, start);
  }

  ir::Expr expr(const Path& at, const ir::Expr& e) const {
    if (const auto* n = e.as<ir::Read>(); n && n->name == map_.buffer) {
      if (n->idx.empty() && is_tensor()) return map_.whole(at, *n).at(e.loc());
      if (!concerned(at, points(n->idx))) return e;
      return ir::Expr(ir::Read{name(at, n->idx), indices(at, n->idx), n->type}, e.loc());
    }
    if (const auto* n = e.as<ir::WindowExpr>(); n && n->base == map_.buffer && concerned(at, n->dims))
      return ends_in_place(ir::Expr(ir::WindowExpr{name(at, n->dims), map_.window(at, n->dims), n->type}, e.loc()), e);
    if (const auto* n = e.as<ir::StrideOf>(); n && n->tensor == map_.buffer) return map_.stride(at, *n).at(e.loc());
    return e;
  }

  // Computed on demand: it takes a walk.
  bool is_tensor() const {
    if (!is_tensor_) is_tensor_ = ir::declarations(proc_).at(map_.buffer).type.is_tensor();
    return *is_tensor_;
  }

  const ir::Procedure& proc_;
  const AccessMap& map_;
  mutable std::optional<bool> is_tensor_;
};

// The path in `after` of an expression of `before`: valid while the nodes along it keep their number of children.
std::optional<Path> expr_path_after(const ir::Stmt& before, const ir::Stmt& after, Path path, Indices indices) {
  std::vector<ir::Expr> old_list = ir::expressions(before), new_list = ir::expressions(after);
  bool is_index = before.as<ir::Assign>() || before.as<ir::Reduce>();
  for (std::size_t i = 0; i < path.exprs.size(); ++i) {
    auto step = static_cast<std::size_t>(path.exprs[i]);
    if (i == 0 && is_index && step + 1 == old_list.size()) {
      path.exprs[0] = static_cast<int>(new_list.size()) - 1;
      is_index = false;
    } else if (old_list.size() != new_list.size()) {
      return std::nullopt;
    }
    ir::Expr x = old_list.at(step), y = new_list.at(static_cast<std::size_t>(path.exprs[i]));
    const bool last = i + 1 == path.exprs.size();
    if (is_index && x.identity() != y.identity() && (indices == Indices::moved || !last)) return std::nullopt;
    is_index = x.as<ir::Read>() || x.as<ir::WindowExpr>();
    old_list = ir::children(x);
    new_list = ir::children(y);
  }
  return path;
}

}  // namespace

namespace {

using StmtMap = std::function<ir::Stmt(const Path&, const ir::Stmt&)>;

ir::Stmt map_below(const Path& at, const ir::Stmt& s, const StmtMap& f) {
  ir::Stmt out = f(at, s);
  for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse}) {
    const ir::Block* list = ir::branch(out, b);
    if (!list) continue;
    ir::Block changed = *list;
    bool any = false;
    for (std::size_t i = 0; i < changed.size(); ++i)
      any |= changed.set(i, map_below(at.child(b, static_cast<int>(i)), changed[i], f));
    if (any) out = ir::with_branch(out, b, std::move(changed));
  }
  return out;
}

}  // namespace

ir::Block map_places(const ir::Procedure& proc, const Range& range, const StmtMap& f) {
  ir::Block list = *ir::list_at(proc, range.first);
  for (int i = 0; i < range.count; ++i) {
    Path at = range.first.sibling(i);
    const auto index = static_cast<std::size_t>(at.steps.back().index);
    list.set(index, map_below(at, list.at(index), f));
  }
  return with_list(proc, range.first, std::move(list));
}

ir::Block with_accesses(const ir::Procedure& proc, const Range& range, const AccessMap& map) {
  Rewriter rewriter(proc, map);
  return map_places(proc, range, [&](const Path& at, const ir::Stmt& s) { return rewriter.stmt(at, s); });
}

void set_accesses(Edit& edit, ir::Block body, Indices indices) {
  ir::ProcRef before = edit.result();
  auto after = std::make_shared<ir::Procedure>(*before);
  after->body = body;
  edit.set_body(std::move(body), [before, after, indices](const Path& p) -> std::optional<Path> {
    if (!p.is_expr()) return p;
    return expr_path_after(*ir::stmt_at(*before, p.stmt()), *ir::stmt_at(*after, p.stmt()), p, indices);
  });
}

AccessMap with_more_dims(ir::Sym buffer, const ir::Type& before, bool in_front,
                         std::function<std::vector<ir::Expr>(const Path&)> index) {
  auto join = [in_front](auto more, const auto& old) {
    std::remove_cvref_t<decltype(old)> out;
    for (const auto& e : more) out.push_back({e});
    out.insert(in_front ? out.end() : out.begin(), old.begin(), old.end());
    return out;
  };
  auto points = [index](const Path& at) {
    std::vector<ir::WindowDim> out;
    for (const ir::Expr& e : index(at)) out.push_back({e, {}});
    return out;
  };
  AccessMap map;
  map.buffer = map.becomes = buffer;
  map.index = [=](const Path& at, const std::vector<ir::Expr>& idx) { return join(index(at), idx); };
  map.window = [=](const Path& at, const std::vector<ir::WindowDim>& dims) { return join(points(at), dims); };
  map.whole = [=](const Path& at, const ir::Read& r) {
    std::vector<ir::WindowDim> dims;
    for (const ir::Expr& extent : before.shape) dims.push_back({ir::int_lit(0), extent});
    return ir::Expr(ir::WindowExpr{buffer, join(points(at), dims), r.type});
  };
  map.stride = [=](const Path& at, const ir::StrideOf& s) {
    return ir::Expr(ir::StrideOf{buffer, s.dim + (in_front ? static_cast<int>(index(at).size()) : 0)});
  };
  return map;
}

AccessMap renaming(ir::Sym from, ir::Sym to) {
  AccessMap map;
  map.buffer = from;
  map.becomes = to;
  map.index = [](const Path&, const std::vector<ir::Expr>& idx) { return idx; };
  map.window = [](const Path&, const std::vector<ir::WindowDim>& dims) { return dims; };
  map.whole = [to](const Path&, const ir::Read& r) { return ir::read(to, {}, r.type); };
  map.stride = [to](const Path&, const ir::StrideOf& s) { return ir::Expr(ir::StrideOf{to, s.dim}); };
  return map;
}

Range scope_of(const ir::Procedure& proc, const Path& declaration) {
  int size = static_cast<int>(ir::list_at(proc, declaration)->size());
  return {declaration.sibling(1), size - declaration.steps.back().index - 1};
}

ir::Block statements(const ir::Procedure& proc, const Range& range) {
  const ir::Block& list = *ir::list_at(proc, range.first);
  auto begin = list.begin() + range.first.steps.back().index;
  return ir::Block(begin, begin + range.count);
}

namespace {

void visit_places(const Path& at, const ir::Stmt& s, const std::function<void(const Path&, const ir::Stmt&)>& visit) {
  visit(at, s);
  for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
    if (const ir::Block* list = ir::branch(s, b))
      for (std::size_t i = 0; i < list->size(); ++i) visit_places(at.child(b, static_cast<int>(i)), (*list)[i], visit);
}

}  // namespace

void for_each_place(const ir::Procedure& proc, const Range& range,
                    const std::function<void(const Path&, const ir::Stmt&)>& visit) {
  for (int i = 0; i < range.count; ++i)
    visit_places(range.first.sibling(i), *ir::stmt_at(proc, range.first.sibling(i)), visit);
}

ir::Sym alias_root(const ir::Procedure& proc, ir::Sym name) { return ir::AliasRoots(proc).of(name); }

namespace {

ir::AliasRoots alias_roots_at(const StepContext& step) {
  return step.may_have_windows() ? ir::AliasRoots(step.ir()) : ir::AliasRoots();
}

}  // namespace

ir::Sym alias_root(const StepContext& step, ir::Sym name) { return alias_roots_at(step).of(name); }

ir::Sym passed(const ir::Expr& arg) {
  if (const auto* w = arg.as<ir::WindowExpr>()) return w->base;
  if (const auto* r = arg.as<ir::Read>(); r && ir::is_data(r->type)) return r->name;
  return {};
}

namespace {

bool reads_stride(const ir::Block& block, const std::function<bool(ir::Sym)>& of) {
  bool found = false;
  ir::for_each_expr(block, [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::StrideOf>()) found = found || of(n->tensor);
  });
  return found;
}

bool any_stride(const ir::Block& body) {
  const auto any = [](ir::Sym) { return true; };
  const std::vector<ir::ProcRef> called = ir::all_called(body);
  return reads_stride(body, any) ||
         std::any_of(called.begin(), called.end(), [&](const ir::ProcRef& p) { return reads_stride(p->body, any); });
}

}  // namespace

std::optional<Path> stride_use(const StepContext& step, const Range& range, ir::Sym buffer) {
  std::optional<Path> found;
  const ir::AliasRoots roots = alias_roots_at(step);
  auto is_ours = [&](ir::Sym s) { return s && roots.of(s) == buffer; };
  for_each_place(step.ir(), range, [&](const Path& at, const ir::Stmt& s) {
    if (found) return;
    for (const ir::Expr& e : ir::expressions(s))
      ir::for_each_expr(e, [&](const ir::Expr& node) {
        if (const auto* n = node.as<ir::StrideOf>(); n && is_ours(n->tensor)) found = at;
      });
    const auto* call = s.as<ir::Call>();
    for (std::size_t i = 0; call && i < call->args.size(); ++i)
      if (is_ours(passed(call->args[i])) && any_stride(call->callee->body)) found = at;
  });
  return found;
}

void require_windows(const StepContext& step, const BufferAt& b, const Range& scope, std::string_view id) {
  if (b.type.shape.empty()) return;
  for_each_place(step.ir(), scope, [&](const Path& at, const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    for (std::size_t i = 0; call && i < call->args.size(); ++i) {
      const auto* r = call->args[i].as<ir::Read>();
      if (r && r->name == b.name && r->idx.empty() && !call->callee->args.at(i).type.is_window)
        step.refuse(id, at,
                    fmt::format("{} takes {} as a whole tensor", call->callee->name, call->callee->args[i].name.text()),
                    "inline the call, or set_window in the callee");
    }
  });
}

ir::ProcRef preview(const StepContext& step, const std::function<void(Edit&)>& rewrite) {
  Edit edit(step.proc().ref());
  rewrite(edit);
  return edit.result();
}

ir::WindowExpr window_argument(const StepContext& step, const Text& text, const Path& at, std::string_view id) {
  ir::Expr e;
  try {
    e = step.parse_window(text, at);
  } catch (const InputError& error) {
    step.refuse(id, at, fmt::format("'{}' is not a window here: {}", text.text, error.diagnostic().message));
  }
  ir::for_each_expr(e, [&](const ir::Expr& node) {
    if (node.as<ir::ReadConfig>()) step.refuse(id, at, "the window reads a configuration field, which may change");
  });
  return *e.as<ir::WindowExpr>();
}

ir::Expr index_argument(const StepContext& step, const Text& text, const Path& scope, std::string_view id) {
  ir::Expr e;
  try {
    e = step.parse_expr(text, scope);
  } catch (const InputError& error) {
    step.refuse(id, scope, fmt::format("'{}' has no meaning here: {}", text.text, error.diagnostic().message));
  }
  if (!ir::is_integer_control(e.type()))
    step.refuse(id, scope, fmt::format("'{}' is not an index expression", text.text));
  return e;
}

}  // namespace tessera::rewrite
