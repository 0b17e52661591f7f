// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/same.hpp"

#include <fmt/format.h>

#include <iterator>

#include "dsl/ir/print.hpp"

namespace tessera::analysis {
namespace {

class Same {
 public:
  Same(Lowering& lower, std::vector<Formula> facts) : lower_(lower), facts_(std::move(facts)) {}

  bool blocks(const ir::Block& a, const ir::Block& b) {
    for (std::size_t i = 0, j = 0;; ++i, ++j) {
      i = past_windows(a, i);
      j = past_windows(b, j);
      if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
      if (!statements(a[i], b[j])) return false;
    }
  }

  std::vector<smt::Query> take() { return std::move(queries_); }

 private:
  bool statements(const ir::Stmt& a, const ir::Stmt& b) {
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same(n, *m);
    });
  }

  // A named window is a name and does nothing.
  std::size_t past_windows(const ir::Block& list, std::size_t i) {
    for (; i < list.size(); ++i) {
      const auto* n = list[i].as<ir::WindowStmt>();
      if (!n) break;
      const ir::WindowExpr& w = *n->rhs.as<ir::WindowExpr>();
      lower_.alias(n->name, lower_.view(w));
      lower_.declare(n->name, {pinned({w.type, ir::window_shape(w), true}), nullptr});
    }
    return i;
  }

  // Extents have the values of now, even if fields that they read change later.
  ir::Type pinned(ir::Type type) {
    for (ir::Expr& e : type.shape) {
      ir::Sym extent = ir::Sym::fresh("extent");
      lower_.bind(extent, lower_.index(e));
      e = ir::read(extent, ir::Scalar::index);
    }
    return type;
  }

  // Both sides have run in step, so a field that both have written has some value, the same on both.
  void forget(const std::set<std::string>& written) {
    Lowering::Fields fields = lower_.known_fields();
    for (auto& [field, value] : fields)
      if (written.count(field)) value = Affine::variable(ir::Sym::fresh(field));
    lower_.know_fields(std::move(fields));
  }

  template <class Write> bool write(const Write& a, const Write& b) {
    return go_together(a.type, b.type) && place(a.name, a.idx, b.name, b.idx) && data(a.rhs, b.rhs);
  }
  bool same(const ir::Assign& a, const ir::Assign& b) { return write(a, b); }
  bool same(const ir::Reduce& a, const ir::Reduce& b) { return write(a, b); }
  bool same(const ir::Alloc& a, const ir::Alloc& b) {
    if (a.type.scalar != b.type.scalar || a.type.shape.size() != b.type.shape.size()) return false;
    for (std::size_t i = 0; i < a.type.shape.size(); ++i) equal_index(a.type.shape[i], b.type.shape[i]);
    names_[b.name] = a.name;
    lower_.declare(a.name, {pinned(a.type), a.mem});
    lower_.declare(b.name, {pinned(b.type), b.mem});
    return true;
  }
  bool same(const ir::WindowStmt&, const ir::WindowStmt&) { return true; }
  bool same(const ir::WriteConfig& a, const ir::WriteConfig& b) {
    if (a.config->name != b.config->name || a.field != b.field) return false;
    ir::Scalar type = a.config->field(a.field).value_or(ir::Scalar::R);
    bool ok = ir::is_data(type) ? data(a.rhs, b.rhs) : control(a.rhs, b.rhs, type);
    forget({field_name(*a.config, a.field)});
    return ok;
  }
  bool same(const ir::Pass&, const ir::Pass&) { return true; }
  bool same(const ir::For& a, const ir::For& b) {
    if (a.mode != b.mode) return false;
    // Where the loops start is free: the counters run in step.
    Affine lo_a = lower_.index(a.lo), lo_b = lower_.index(b.lo);
    ask(smt::eq(lower_.index(a.hi) - lo_a, lower_.index(b.hi) - lo_b),
        fmt::format("seq({}, {}) is as long as seq({}, {})", ir::print(a.lo), ir::print(a.hi), ir::print(b.lo),
                    ir::print(b.hi)));
    lower_.bind(b.iter, lower_.index(ir::read(a.iter, ir::Scalar::index)) - lo_a + lo_b);
    facts_.push_back(in_range(lower_, a));
    const std::set<std::string> written = written_configs(a.body);
    forget(written);
    bool ok = blocks(a.body, b.body);
    forget(written);
    facts_.pop_back();
    return ok;
  }
  bool same(const ir::If& a, const ir::If& b) {
    Formula c = lower_.condition(a.cond), d = lower_.condition(b.cond);
    agree(a.cond, c, b.cond, d);
    const Lowering::Fields before = lower_.known_fields();
    if (!under(c, a.body, b.body)) return false;
    lower_.know_fields(before);
    bool ok = under(!c, a.orelse, b.orelse);
    forget(written_configs(a.body));
    return ok;
  }
  bool same(const ir::Call& a, const ir::Call& b) {
    if (a.callee != b.callee) return false;
    if (!same_arguments(a, b)) return false;
    forget(written_configs(a.callee->body));
    return true;
  }
  bool same_arguments(const ir::Call& a, const ir::Call& b) {
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      const ir::Type& type = a.callee->args[i].type;
      bool ok = type.is_control()  ? control(a.args[i], b.args[i], type.scalar)
                : type.is_tensor() ? tensor(a.args[i], b.args[i])
                                   : data(a.args[i], b.args[i]);
      if (!ok) return false;
    }
    return true;
  }

  bool under(const Formula& guard, const ir::Block& a, const ir::Block& b) {
    facts_.push_back(guard);
    bool ok = blocks(a, b);
    facts_.pop_back();
    return ok;
  }

  bool control(const ir::Expr& a, const ir::Expr& b, ir::Scalar type) {
    if (type == ir::Scalar::bool_) {
      Formula c = lower_.condition(a), d = lower_.condition(b);
      agree(a, c, b, d);
    } else {
      equal_index(a, b);
    }
    return true;
  }

  // The same element, through windows. Structure decides buffers, the solver decides indices.
  bool place(ir::Sym a, const std::vector<ir::Expr>& ai, ir::Sym b, const std::vector<ir::Expr>& bi) {
    std::vector<Affine> x, y;
    for (const ir::Expr& e : ai) x.push_back(lower_.index(e));
    for (const ir::Expr& e : bi) y.push_back(lower_.index(e));
    Element p = lower_.element(a, std::move(x)), q = lower_.element(renamed(b), std::move(y));
    q.buffer = renamed(q.buffer);
    if (!(p.buffer == q.buffer) || p.idx.size() != q.idx.size()) return false;
    for (std::size_t i = 0; i < p.idx.size(); ++i)
      if (Formula same = smt::eq(p.idx[i], q.idx[i]); !same.is_true())
        ask(same, fmt::format("{} is {}", ir::print(ir::read(a, ai, ir::Scalar::R)),
                              ir::print(ir::read(b, bi, ir::Scalar::R))));
    return true;
  }

  // A whole tensor or a window, on the buffer that owns the memory, with the length of each interval.
  struct Region {
    View view;
    std::vector<Affine> length;
  };
  std::optional<Region> region(const ir::Expr& e) {
    Region out;
    if (const auto* w = e.as<ir::WindowExpr>()) {
      out.view = lower_.view(*w);
      for (const ir::WindowDim& d : w->dims)
        if (d.hi) out.length.push_back(lower_.index(d.hi) - lower_.index(d.lo));
    } else if (const auto* r = e.as<ir::Read>(); r && lower_.declaration(r->name)) {
      out.view.base = r->name;
      for (const ir::Expr& extent : lower_.declaration(r->name)->type.shape) {
        out.view.dims.push_back({0, false});
        out.length.push_back(lower_.index(extent));
      }
    } else {
      return std::nullopt;
    }
    out.view.base = renamed(out.view.base);
    out.view = lower_.on_buffer(out.view);
    out.view.base = renamed(out.view.base);
    return out;
  }

  bool tensor(const ir::Expr& a, const ir::Expr& b) {
    std::optional<Region> x = region(a), y = region(b);
    if (!x || !y || !go_together(a.type(), b.type()) || !(x->view.base == y->view.base)) return false;
    if (x->view.dims.size() != y->view.dims.size() || x->length.size() != y->length.size()) return false;
    std::string text = fmt::format("{} is {}", ir::print(a), ir::print(b));
    for (std::size_t d = 0; d < x->view.dims.size(); ++d) {
      if (x->view.dims[d].is_point != y->view.dims[d].is_point) return false;
      ask(smt::eq(x->view.dims[d].lo, y->view.dims[d].lo), text);
    }
    for (std::size_t d = 0; d < x->length.size(); ++d) ask(smt::eq(x->length[d], y->length[d]), text);
    return true;
  }

  ir::Sym renamed(ir::Sym s) const {
    auto it = names_.find(s);
    return it == names_.end() ? s : it->second;
  }

  // For sums and products both operand orders are tried; the one that leaves fewer questions is kept.
  bool data(const ir::Expr& a, const ir::Expr& b) {
    const std::size_t before = queries_.size();
    const bool direct = data_as_written(a, b);
    const auto *x = a.as<ir::Binary>(), *y = b.as<ir::Binary>();
    const bool commutes = x && y && x->op == y->op && (x->op == ir::BinOp::add || x->op == ir::BinOp::mul);
    if ((direct && queries_.size() == before) || !commutes) return direct;
    std::vector<smt::Query> as_written = taken_back(before);
    const bool swapped = data(x->lhs, y->rhs) && data(x->rhs, y->lhs);
    if (!swapped || (direct && as_written.size() <= queries_.size() - before)) {
      taken_back(before);
      std::move(as_written.begin(), as_written.end(), std::back_inserter(queries_));
    }
    return direct || swapped;
  }

  // The questions from a place on, which are no longer asked.
  std::vector<smt::Query> taken_back(std::size_t first) {
    const auto begin = queries_.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<smt::Query> out(std::make_move_iterator(begin), std::make_move_iterator(queries_.end()));
    queries_.erase(begin, queries_.end());
    return out;
  }

  bool data_as_written(const ir::Expr& a, const ir::Expr& b) {
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same_data(n, *m);
    });
  }
  bool same_data(const ir::IntLit& a, const ir::IntLit& b) { return a.value == b.value; }
  bool same_data(const ir::FloatLit& a, const ir::FloatLit& b) {
    return a.value == b.value && go_together(a.type, b.type);
  }
  bool same_data(const ir::BoolLit& a, const ir::BoolLit& b) { return a.value == b.value; }
  bool same_data(const ir::Read& a, const ir::Read& b) {
    return go_together(a.type, b.type) && place(a.name, a.idx, b.name, b.idx);
  }
  bool same_data(const ir::Binary& a, const ir::Binary& b) {
    return a.op == b.op && go_together(a.type, b.type) && data(a.lhs, b.lhs) && data(a.rhs, b.rhs);
  }
  bool same_data(const ir::Negate& a, const ir::Negate& b) { return go_together(a.type, b.type) && data(a.arg, b.arg); }
  bool same_data(const ir::WindowExpr& a, const ir::WindowExpr& b) { return tensor(ir::Expr(a), ir::Expr(b)); }
  bool same_data(const ir::StrideOf& a, const ir::StrideOf& b) { return a.tensor == b.tensor && a.dim == b.dim; }
  bool same_data(const ir::Aligned& a, const ir::Aligned& b) { return a.tensor == b.tensor && a.bytes == b.bytes; }
  bool same_data(const ir::ReadConfig& a, const ir::ReadConfig& b) {
    return a.config->name == b.config->name && a.field == b.field;
  }
  bool same_data(const ir::ExternCall& a, const ir::ExternCall& b) {
    if (a.function != b.function || !go_together(a.type, b.type) || a.args.size() != b.args.size()) return false;
    for (std::size_t i = 0; i < a.args.size(); ++i)
      if (!data(a.args[i], b.args[i])) return false;
    return true;
  }

  void equal_index(const ir::Expr& a, const ir::Expr& b) {
    ask(smt::eq(lower_.index(a), lower_.index(b)), fmt::format("{} is {}", ir::print(a), ir::print(b)));
  }
  void agree(const ir::Expr& a, const Formula& x, const ir::Expr& b, const Formula& y) {
    ask((!x || y) && (!y || x), fmt::format("the conditions {} and {} agree", ir::print(a), ir::print(b)));
  }
  void ask(Formula goal, std::string text) {
    if (!goal.is_true()) queries_.push_back({"", std::move(text), facts_, std::move(goal)});
  }

  Lowering& lower_;
  std::vector<Formula> facts_;
  std::vector<smt::Query> queries_;
  std::map<ir::Sym, ir::Sym> names_;
};

}  // namespace

bool go_together(ir::Scalar a, ir::Scalar b) {
  return a == b || ((a == ir::Scalar::R || b == ir::Scalar::R) && ir::same_kind(a, b));
}

std::optional<std::vector<smt::Query>> same_program(Lowering& lower, const ir::Block& a, const ir::Block& b,
                                                    const std::vector<Formula>& facts) {
  const Lowering::Fields before = lower.known_fields();
  Same same(lower, facts);
  const bool alike = same.blocks(a, b);
  lower.know_fields(before);
  if (!alike) return std::nullopt;
  return same.take();
}

}  // namespace tessera::analysis
