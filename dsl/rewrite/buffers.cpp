#include "dsl/rewrite/buffers.hpp"

#include <fmt/format.h>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

class Rewriter {
 public:
  Rewriter(const ir::Procedure& proc, const AccessMap& map)
      : map_(map), is_tensor_(ir::declarations(proc).at(map.buffer).type.is_tensor()) {}

  ir::Stmt stmt(const Path& at, const ir::Stmt& s) const {
    std::vector<ir::Expr> exprs = ir::expressions(s);
    for (ir::Expr& e : exprs) e = ir::map_expr(e, [&](const ir::Expr& node) { return expr(at, node); });
    ir::Stmt out = target(at, ir::with_expressions(s, std::move(exprs)));
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse}) out = below(at, out, b);
    return out;
  }

 private:
  ir::Stmt below(const Path& at, const ir::Stmt& s, ir::Branch b) const {
    const ir::Block* list = ir::branch(s, b);
    if (!list) return s;
    ir::Block changed = *list;
    bool any = false;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      changed[i] = stmt(at.child(b, static_cast<int>(i)), changed[i]);
      any = any || changed[i].identity() != (*list)[i].identity();
    }
    return any ? ir::with_branch(s, b, std::move(changed)) : s;
  }

  ir::Stmt target(const Path& at, const ir::Stmt& s) const {
    if (const auto* n = s.as<ir::Assign>(); n && n->name == map_.buffer)
      return ir::Stmt(ir::Assign{map_.becomes, map_.index(at, n->idx), n->rhs, n->type}, s.loc());
    if (const auto* n = s.as<ir::Reduce>(); n && n->name == map_.buffer)
      return ir::Stmt(ir::Reduce{map_.becomes, map_.index(at, n->idx), n->rhs, n->type}, s.loc());
    return s;
  }

  ir::Expr expr(const Path& at, const ir::Expr& e) const {
    if (const auto* n = e.as<ir::Read>(); n && n->name == map_.buffer) {
      if (is_tensor_ && n->idx.empty()) return map_.whole(at, *n).at(e.loc());
      return ir::Expr(ir::Read{map_.becomes, map_.index(at, n->idx), n->type}, e.loc());
    }
    if (const auto* n = e.as<ir::WindowExpr>(); n && n->base == map_.buffer)
      return ir::Expr(ir::WindowExpr{map_.becomes, map_.window(at, n->dims), n->type}, e.loc());
    if (const auto* n = e.as<ir::StrideOf>(); n && n->tensor == map_.buffer) return map_.stride(at, *n).at(e.loc());
    return e;
  }

  const AccessMap& map_;
  bool is_tensor_;
};

// A path to an expression of `before`, in `after`: valid as long as the nodes on the way keep their number of children.
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
    if (is_index && indices == Indices::moved && x.identity() != y.identity()) return std::nullopt;
    is_index = x.as<ir::Read>() || x.as<ir::WindowExpr>();
    old_list = ir::children(x);
    new_list = ir::children(y);
  }
  return path;
}

}  // namespace

ir::Block with_accesses(const ir::Procedure& proc, const Range& range, const AccessMap& map) {
  Rewriter rewriter(proc, map);
  ir::Procedure changed = proc;
  for (int i = 0; i < range.count; ++i) {
    Path at = range.first.sibling(i);
    changed.body = with_statement(changed, at, rewriter.stmt(at, *cursor::stmt_at(changed, at)));
  }
  return changed.body;
}

void set_accesses(Edit& edit, ir::Block body, Indices indices) {
  ir::ProcRef before = edit.result();
  auto after = std::make_shared<ir::Procedure>(*before);
  after->body = body;
  edit.set_body(std::move(body), [before, after, indices](const Path& p) -> std::optional<Path> {
    if (!p.is_expr()) return p;
    return expr_path_after(*cursor::stmt_at(*before, p.stmt()), *cursor::stmt_at(*after, p.stmt()), p, indices);
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

Range scope_of(const ir::Procedure& proc, const Path& declaration) {
  int size = static_cast<int>(cursor::list_at(proc, declaration)->size());
  return {declaration.sibling(1), size - declaration.steps.back().index - 1};
}

ir::Block statements(const ir::Procedure& proc, const Range& range) {
  const ir::Block& list = *cursor::list_at(proc, range.first);
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
    visit_places(range.first.sibling(i), *cursor::stmt_at(proc, range.first.sibling(i)), visit);
}

ir::Sym owner_of(const ir::Procedure& proc, ir::Sym name) {
  // Windows are declared before their windows, so one pass backwards would do; names are few, so follow the chain.
  std::unordered_map<ir::Sym, ir::Sym> base;
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const auto* w = s.as<ir::WindowStmt>()) base[w->name] = w->rhs.as<ir::WindowExpr>()->base;
  });
  for (auto it = base.find(name); it != base.end(); it = base.find(name)) name = it->second;
  return name;
}

namespace {

// The tensor that an argument of a call passes on, if it passes one.
ir::Sym passed(const ir::Expr& arg) {
  if (const auto* w = arg.as<ir::WindowExpr>()) return w->base;
  if (const auto* r = arg.as<ir::Read>(); r && ir::is_data(r->type)) return r->name;
  return {};
}

bool reads_stride(const ir::Block& block, const std::function<bool(ir::Sym)>& of) {
  bool found = false;
  ir::for_each_expr(block, [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::StrideOf>()) found = found || of(n->tensor);
  });
  return found;
}

bool any_stride(const ir::Block& body) {
  bool found = reads_stride(body, [](ir::Sym) { return true; });
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    if (const auto* call = s.as<ir::Call>()) found = found || any_stride(call->callee->body);
  });
  return found;
}

}  // namespace

std::optional<Path> stride_use(const ir::Procedure& proc, const Range& range, ir::Sym buffer) {
  std::optional<Path> found;
  auto is_ours = [&](ir::Sym s) { return s && owner_of(proc, s) == buffer; };
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
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

void require_windows(const Site& site, const BufferAt& b, const Range& scope, std::string_view id) {
  if (b.type.shape.empty()) return;
  for_each_place(site.ir(), scope, [&](const Path& at, const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    for (std::size_t i = 0; call && i < call->args.size(); ++i) {
      const auto* r = call->args[i].as<ir::Read>();
      if (r && r->name == b.name && r->idx.empty() && !call->callee->args.at(i).type.is_window)
        site.refuse(id, at,
                    fmt::format("{} takes {} as a whole tensor", call->callee->name, call->callee->args[i].name.text()),
                    "inline the call, or set_window in the callee");
    }
  });
}

ir::ProcRef preview(const Site& site, const std::function<void(Edit&)>& rewrite) {
  Edit edit(site.proc().ref());
  rewrite(edit);
  return edit.result();
}

namespace {

Formula inside(const Affine& i, const Affine& extent) { return smt::le(0, i) && smt::lt(i, extent); }

Formula window_inside(Lowering& lower, const ir::WindowExpr& w, const std::vector<ir::Expr>& shape) {
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < w.dims.size(); ++d) {
    Affine lo = lower.index(w.dims[d].lo), extent = lower.index(shape.at(d));
    if (w.dims[d].is_point()) parts.push_back(inside(lo, extent));
    else parts.push_back(smt::le(0, lo) && smt::le(lower.index(w.dims[d].hi), extent));
  }
  return Formula::all(std::move(parts));
}

}  // namespace

std::vector<smt::Query> in_bounds(smt::Terms& terms, const ir::Procedure& proc, const Range& range, ir::Sym buffer) {
  std::vector<smt::Query> out;
  Lowering lower(terms, proc);
  const std::vector<ir::Expr> shape = lower.declaration(buffer)->type.shape;
  std::vector<Formula> facts = analysis::facts_at(lower, proc, range.first);
  for (const analysis::Access& a : analysis::accesses(lower, statements(proc, range))) {
    if (!(a.at.buffer == buffer)) continue;
    std::vector<Formula> assumptions = facts, goal;
    assumptions.push_back(a.domain);
    for (std::size_t d = 0; d < shape.size(); ++d) goal.push_back(inside(a.at.idx.at(d), lower.index(shape[d])));
    out.push_back({"", fmt::format("every access to {} is in bounds", buffer.text()), std::move(assumptions),
                   Formula::all(std::move(goal))});
  }
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
    for (const ir::Expr& e : ir::expressions(s))
      if (const auto* w = e.as<ir::WindowExpr>(); w && w->base == buffer) {
        std::vector<Formula> assumptions = analysis::facts_at(lower, proc, at);
        out.push_back({"", fmt::format("every window of {} is in bounds", buffer.text()), std::move(assumptions),
                       window_inside(lower, *w, shape)});
      }
  });
  return out;
}

namespace {

// What the callee's parameters stand for. Computed data arguments have no place that an assert could speak of.
void bind_parameters(Lowering& lower, const ir::Call& call) {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const ir::Arg& param = call.callee->args.at(i);
    const ir::Expr& arg = call.args[i];
    if (param.type.scalar == ir::Scalar::bool_) {
      const auto* lit = arg.as<ir::BoolLit>();
      const auto* r = arg.as<ir::Read>();
      lower.bind(param.name, lit ? Affine(lit->value ? 1 : 0)
                             : r ? lower.index(arg)
                                 : Affine::variable(ir::Sym::fresh("condition")));
    } else if (param.type.is_control()) {
      lower.bind(param.name, lower.index(arg));
    } else if (const auto* w = arg.as<ir::WindowExpr>()) {
      lower.alias(param.name, lower.view(*w));
    } else if (const auto* r = arg.as<ir::Read>(); r && r->idx.empty()) {
      analysis::View view{r->name, {}};
      view.dims.resize(param.type.shape.size(), {0, false});
      lower.alias(param.name, std::move(view));
    }
  }
}

}  // namespace

std::vector<smt::Query> call_preconditions(smt::Terms& terms, const ir::Procedure& proc, const Range& range,
                                           ir::Sym buffer) {
  std::vector<smt::Query> out;
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    if (!call || call->callee->asserts.empty()) return;
    bool concerned = false;
    for (const ir::Expr& arg : call->args)
      if (ir::Sym name = passed(arg)) concerned = concerned || owner_of(proc, name) == buffer;
    if (!concerned) return;
    Lowering lower(terms, proc);
    std::vector<Formula> facts = analysis::facts_at(lower, proc, at);
    bind_parameters(lower, *call);
    for (const ir::Expr& e : call->callee->asserts)
      out.push_back({"", fmt::format("{} finds its assert true: {}", call->callee->name, ir::print(e)), facts,
                     lower.condition(e)});
  });
  return out;
}

std::vector<smt::Query> free_of_races(smt::Terms& terms, const ir::Procedure& proc, const Path& outermost,
                                      const Path& at, ir::Sym buffer) {
  std::vector<smt::Query> out;
  for (const Path& outer : cursor::ancestor_paths(at)) {
    const auto* loop = cursor::stmt_at(proc, outer)->as<ir::For>();
    if (outer.steps.size() < outermost.steps.size() || !loop || loop->mode != ir::LoopMode::par) continue;
    Lowering lower(terms, proc);
    std::vector<Formula> facts = analysis::facts_at(lower, proc, outer);
    ir::Sym other = ir::Sym::fresh(loop->iter.text() + "'");
    analysis::Renaming to_other{{loop->iter, Affine::variable(other)}};
    Formula range = analysis::in_range(lower, *loop);
    facts.push_back(range && analysis::rename(terms, range, to_other));
    facts.push_back(smt::lt(Affine::variable(loop->iter), Affine::variable(other)) ||
                    smt::lt(Affine::variable(other), Affine::variable(loop->iter)));
    std::vector<analysis::Access> all = analysis::accesses(lower, loop->body);
    for (const analysis::Access& a : all)
      for (const analysis::Access& b : all) {
        using Kind = analysis::Access::Kind;
        if (!(a.at.buffer == buffer) || !(b.at.buffer == buffer) || (a.kind == Kind::read)) continue;
        analysis::Access there = analysis::instance(terms, b, to_other);
        std::vector<Formula> assumptions = facts;
        assumptions.push_back(a.domain);
        assumptions.push_back(there.domain);
        out.push_back(
            {"", fmt::format("iterations of the parallel loop {} do not meet in {}", loop->iter.text(), buffer.text()),
             std::move(assumptions), !analysis::same_element(a.at, there.at)});
      }
  }
  return out;
}

ir::Expr index_argument(const Site& site, const Text& text, const Path& scope, std::string_view id) {
  ir::Expr e;
  try {
    e = site.parse_expr(text, scope);
  } catch (const InputError& error) {
    site.refuse(id, scope, fmt::format("'{}' has no meaning here: {}", text.text, error.diagnostic().message));
  }
  if (!ir::is_integer_control(e.type())) site.refuse(id, scope, fmt::format("'{}' is no index expression", text.text));
  return e;
}

}  // namespace tessera::rewrite
