#include "dsl/analysis/same.hpp"

namespace tessera::analysis {
namespace {

class Same {
 public:
  Same(Lowering& lower, std::vector<Formula> facts) : lower_(lower), facts_(std::move(facts)) {}

  bool blocks(const ir::Block& a, const ir::Block& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!statements(a[i], b[i])) return false;
    return true;
  }

  std::vector<smt::Query> take() { return std::move(queries_); }

 private:
  bool statements(const ir::Stmt& a, const ir::Stmt& b) {
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same(n, *m);
    });
  }

  template <class Write> bool write(const Write& a, const Write& b) {
    return a.type == b.type && place(a.name, a.idx, b.name, b.idx) && data(a.rhs, b.rhs);
  }
  bool same(const ir::Assign& a, const ir::Assign& b) { return write(a, b); }
  bool same(const ir::Reduce& a, const ir::Reduce& b) { return write(a, b); }
  bool same(const ir::Alloc& a, const ir::Alloc& b) {
    if (a.type.scalar != b.type.scalar || a.type.shape.size() != b.type.shape.size()) return false;
    for (std::size_t i = 0; i < a.type.shape.size(); ++i) equal_index(a.type.shape[i], b.type.shape[i]);
    names_[b.name] = a.name;
    return true;
  }
  bool same(const ir::WindowStmt& a, const ir::WindowStmt& b) {
    lower_.alias(a.name, lower_.view(*a.rhs.as<ir::WindowExpr>()));
    lower_.alias(b.name, lower_.view(*b.rhs.as<ir::WindowExpr>()));
    return true;
  }
  bool same(const ir::WriteConfig& a, const ir::WriteConfig& b) {
    if (a.config->name != b.config->name || a.field != b.field) return false;
    ir::Scalar type = a.config->field(a.field).value_or(ir::Scalar::R);
    if (ir::is_data(type)) return data(a.rhs, b.rhs);
    return control(a.rhs, b.rhs, type);
  }
  bool same(const ir::Pass&, const ir::Pass&) { return true; }
  bool same(const ir::For& a, const ir::For& b) {
    if (a.mode != b.mode) return false;
    equal_index(a.lo, b.lo);
    equal_index(a.hi, b.hi);
    lower_.bind(b.iter, lower_.index(ir::read(a.iter, ir::Scalar::index)));
    facts_.push_back(in_range(lower_, a));
    bool ok = blocks(a.body, b.body);
    facts_.pop_back();
    return ok;
  }
  bool same(const ir::If& a, const ir::If& b) {
    Formula c = lower_.condition(a.cond), d = lower_.condition(b.cond);
    ask((!c || d) && (!d || c), "the conditions agree");
    return under(c, a.body, b.body) && under(!c, a.orelse, b.orelse);
  }
  bool same(const ir::Call& a, const ir::Call& b) {
    if (a.callee != b.callee) return false;
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      const ir::Type& type = a.callee->args[i].type;
      bool ok = type.is_control() ? control(a.args[i], b.args[i], type.scalar) : data(a.args[i], b.args[i]);
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
      ask((!c || d) && (!d || c), "the conditions agree");
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
    if (!(p.buffer == q.buffer) || p.idx.size() != q.idx.size()) return false;
    for (std::size_t i = 0; i < p.idx.size(); ++i) equal(p.idx[i], q.idx[i]);
    return true;
  }

  ir::Sym renamed(ir::Sym s) const {
    auto it = names_.find(s);
    return it == names_.end() ? s : it->second;
  }

  // For sums and products both operand orders are tried; the one that leaves fewer questions is kept.
  bool data(const ir::Expr& a, const ir::Expr& b) {
    std::vector<smt::Query> before = queries_;
    bool direct = data_as_written(a, b);
    if (direct && queries_.size() == before.size()) return true;
    const auto *x = a.as<ir::Binary>(), *y = b.as<ir::Binary>();
    bool commutes = x && y && x->op == y->op && (x->op == ir::BinOp::add || x->op == ir::BinOp::mul);
    std::swap(queries_, before);
    bool swapped = commutes && data(x->lhs, y->rhs) && data(x->rhs, y->lhs);
    if (!swapped || (direct && before.size() <= queries_.size())) std::swap(queries_, before);
    return direct || swapped;
  }

  bool data_as_written(const ir::Expr& a, const ir::Expr& b) {
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same_data(n, *m);
    });
  }
  bool same_data(const ir::IntLit& a, const ir::IntLit& b) { return a.value == b.value; }
  bool same_data(const ir::FloatLit& a, const ir::FloatLit& b) { return a.value == b.value; }
  bool same_data(const ir::BoolLit& a, const ir::BoolLit& b) { return a.value == b.value; }
  bool same_data(const ir::Read& a, const ir::Read& b) { return a.type == b.type && place(a.name, a.idx, b.name, b.idx); }
  bool same_data(const ir::Binary& a, const ir::Binary& b) { return a.op == b.op && data(a.lhs, b.lhs) && data(a.rhs, b.rhs); }
  bool same_data(const ir::Negate& a, const ir::Negate& b) { return data(a.arg, b.arg); }
  bool same_data(const ir::WindowExpr& a, const ir::WindowExpr& b) {
    if (!(a.base == renamed(b.base)) || a.dims.size() != b.dims.size()) return false;
    for (std::size_t i = 0; i < a.dims.size(); ++i) {
      if (a.dims[i].is_point() != b.dims[i].is_point()) return false;
      equal_index(a.dims[i].lo, b.dims[i].lo);
      if (a.dims[i].hi) equal_index(a.dims[i].hi, b.dims[i].hi);
    }
    return true;
  }
  bool same_data(const ir::StrideOf& a, const ir::StrideOf& b) { return a.tensor == b.tensor && a.dim == b.dim; }
  bool same_data(const ir::ReadConfig& a, const ir::ReadConfig& b) { return a.config->name == b.config->name && a.field == b.field; }
  bool same_data(const ir::ExternCall& a, const ir::ExternCall& b) {
    if (a.function != b.function || a.args.size() != b.args.size()) return false;
    for (std::size_t i = 0; i < a.args.size(); ++i)
      if (!data(a.args[i], b.args[i])) return false;
    return true;
  }

  void equal_index(const ir::Expr& a, const ir::Expr& b) { equal(lower_.index(a), lower_.index(b)); }
  void equal(const Affine& a, const Affine& b) { ask(smt::eq(a, b), "corresponding indices and bounds are equal"); }
  void ask(Formula goal, const char* text) {
    if (!goal.is_true()) queries_.push_back({"", text, facts_, std::move(goal)});
  }

  Lowering& lower_;
  std::vector<Formula> facts_;
  std::vector<smt::Query> queries_;
  std::map<ir::Sym, ir::Sym> names_;
};

}  // namespace

std::optional<std::vector<smt::Query>> same_program(Lowering& lower, const ir::Block& a, const ir::Block& b, const std::vector<Formula>& facts) {
  Same same(lower, facts);
  if (!same.blocks(a, b)) return std::nullopt;
  return same.take();
}

}  // namespace tessera::analysis
