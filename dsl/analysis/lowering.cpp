// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/lowering.hpp"

#include <algorithm>

#include "dsl/support/diagnostic.hpp"

namespace tessera::analysis {

std::string field_name(const ir::ConfigDecl& config, const std::string& field) { return config.name + "." + field; }

std::set<std::string> written_configs(const ir::Block& block) {
  std::set<std::string> out;
  ir::for_each_stmt_and_called(block, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::WriteConfig>()) out.insert(field_name(*n->config, n->field));
  });
  return out;
}

const ir::Declaration* Lowering::declaration(ir::Sym s) const {
  if (auto it = declared_.find(s); it != declared_.end()) return &it->second;
  return own_->find(s);
}

Affine Lowering::index(const ir::Expr& e) {
  return e.match([](const ir::IntLit& n) { return Affine(n.value); },
                 [&](const ir::Read& n) {
                   auto it = values_.find(n.name);
                   return it == values_.end() ? Affine::variable(n.name) : it->second;
                 },
                 [&](const ir::Binary& n) { return binary(n); }, [&](const ir::Negate& n) { return -index(n.arg); },
                 [&](const ir::StrideOf& n) { return stride(n.tensor, n.dim); },
                 [&](const ir::ReadConfig& n) { return config_value(n); },
                 [](const auto&) -> Affine { bug("not an index expression"); });
}

Affine Lowering::binary(const ir::Binary& n) {
  Affine a = index(n.lhs), b = index(n.rhs);
  switch (n.op) {
    case ir::BinOp::add: return a + b;
    case ir::BinOp::sub: return a - b;
    case ir::BinOp::mul: return terms_.product(a, b);
    case ir::BinOp::div:
    case ir::BinOp::mod:
      // A divisor that is not a positive literal is not quasi-affine: nothing is known of the result.
      if (!b.is_constant() || b.constant() <= 0) return Affine::variable(open("quotient"));
      return n.op == ir::BinOp::div ? terms_.quotient(a, b.constant()) : terms_.remainder(a, b.constant());
    default: bug("a comparison where an index is wanted");
  }
}

Formula Lowering::condition(const ir::Expr& e) {
  if (const auto* n = e.as<ir::BoolLit>()) return Formula::constant(n->value);
  if (const auto* n = e.as<ir::Aligned>()) return aligned(n->tensor, n->bytes);
  if (const auto* n = e.as<ir::Read>())
    if (auto it = conditions_.find(n->name); it != conditions_.end()) return it->second;
  const auto* n = e.as<ir::Binary>();
  if (!n) return smt::le(1, index(e));  // a bool variable or configuration field is 0 or 1
  switch (n->op) {
    case ir::BinOp::and_: return condition(n->lhs) && condition(n->rhs);
    case ir::BinOp::or_: return condition(n->lhs) || condition(n->rhs);
    default: break;
  }
  Affine a = index(n->lhs), b = index(n->rhs);
  switch (n->op) {
    case ir::BinOp::lt: return smt::lt(a, b);
    case ir::BinOp::gt: return smt::lt(b, a);
    case ir::BinOp::le: return smt::le(a, b);
    case ir::BinOp::ge: return smt::le(b, a);
    case ir::BinOp::eq: return smt::eq(a, b);
    default: bug("not a condition");
  }
}

Affine Lowering::stride(ir::Sym tensor, int dim) {
  if (auto it = views_.find(tensor); it != views_.end()) {
    int seen = -1, base_dim = -1;
    while (seen < dim) seen += it->second.dims.at(static_cast<std::size_t>(++base_dim)).is_point ? 0 : 1;
    return stride(it->second.base, base_dim);
  }
  const ir::Declaration* d = declaration(tensor);
  if (d && !d->type.is_window) {
    Affine product = 1;
    for (std::size_t i = static_cast<std::size_t>(dim) + 1; i < d->type.shape.size(); ++i)
      product = terms_.product(product, index(d->type.shape[i]));
    return product;
  }
  auto [it, added] = strides_.try_emplace({tensor, dim});
  if (added) it->second = ir::Sym::fresh("stride_" + tensor.text() + "_" + std::to_string(dim));
  return Affine::variable(it->second);
}

Affine Lowering::config_value(const ir::ReadConfig& n) {
  std::string name = field_name(*n.config, n.field);
  if (auto it = fields_.find(name); it != fields_.end()) return it->second;
  // A field that the procedure writes may differ from read to read.
  if (own_->written_configs().count(name)) {
    const Var value = open(name);
    if (varying_ && varying_->fields.count(name)) varying_->values.insert(value);
    return Affine::variable(value);
  }
  return entry_value(name);
}

Var Lowering::open(const std::string& name) { return *open_->insert(ir::Sym::fresh(name)).first; }

Affine Lowering::entry_value(const std::string& field) {
  auto [it, added] = config_values_.try_emplace(field);
  if (added) it->second = ir::Sym::fresh(field);
  return Affine::variable(it->second);
}

ir::Sym Lowering::config_cell(const ir::ConfigDecl& config, const std::string& field) {
  auto [it, added] = configs_.try_emplace(field_name(config, field));
  if (added) it->second = ir::Sym::fresh(it->first);
  return it->second;
}

View Lowering::view(const ir::WindowExpr& w) {
  View v{w.base, {}};
  for (const ir::WindowDim& d : w.dims) v.dims.push_back({index(d.lo), d.is_point()});
  return v;
}

// A window that a callee makes has no declaration here, but points somewhere.
std::size_t Lowering::rank(ir::Sym name) const {
  if (const ir::Declaration* d = declaration(name)) return d->type.shape.size();
  auto it = views_.find(name);
  if (it == views_.end()) return 0;
  const std::vector<View::Dim>& dims = it->second.dims;
  return static_cast<std::size_t>(
      std::count_if(dims.begin(), dims.end(), [](const View::Dim& d) { return !d.is_point; }));
}

View Lowering::view(const ir::Read& r) {
  View v{r.name, {}};
  for (const ir::Expr& e : r.idx) v.dims.push_back({index(e), true});
  if (r.idx.empty()) v.dims.resize(rank(r.name), {0, false});
  return v;
}

ir::Sym Lowering::alias_root(ir::Sym name) const {
  for (auto it = views_.find(name); it != views_.end(); it = views_.find(name)) name = it->second.base;
  return name;
}

View Lowering::on_buffer(const View& v) const {
  auto it = views_.find(v.base);
  if (it == views_.end()) return v;
  View out{it->second.base, {}};
  std::size_t next = 0;
  for (const View::Dim& d : it->second.dims) {
    if (d.is_point) out.dims.push_back(d);
    else out.dims.push_back({d.lo + v.dims.at(next).lo, v.dims.at(next).is_point}), ++next;
  }
  return on_buffer(out);
}

Element Lowering::element(ir::Sym name, std::vector<Affine> idx) const {
  auto it = views_.find(name);
  if (it == views_.end()) return {name, std::move(idx)};
  std::vector<Affine> out;
  std::size_t next = 0;
  for (const View::Dim& d : it->second.dims) out.push_back(d.is_point ? d.lo : d.lo + idx.at(next++));
  return element(it->second.base, std::move(out));
}

Formula in_range(Lowering& lower, const ir::For& loop) {
  Affine i = lower.index(ir::read(loop.iter, ir::Scalar::index));
  return smt::le(lower.index(loop.lo), i) && smt::lt(i, lower.index(loop.hi));
}

std::vector<Formula> preconditions(Lowering& lower, const ir::Procedure& proc) {
  std::vector<Formula> out;
  for (const ir::Arg& a : proc.args) {
    if (a.type.scalar == ir::Scalar::size && !a.type.is_tensor())
      out.push_back(smt::le(1, lower.index(ir::read(a.name, a.type.scalar))));
    if (a.type.scalar == ir::Scalar::bool_) {
      Affine b = lower.index(ir::read(a.name, a.type.scalar));
      out.push_back(smt::le(0, b) && smt::le(b, 1));
    }
  }
  for (const ir::Expr& e : proc.asserts) out.push_back(lower.condition(e));
  return out;
}

std::optional<std::size_t> first_contradiction(Lowering& lower, const ir::Procedure& proc,
                                               const std::vector<Formula>& more,
                                               const std::function<bool(std::vector<Formula>)>& proves_false) {
  std::vector<Formula> known = preconditions(lower, proc);
  const std::size_t count = proc.asserts.size();
  const std::vector<Formula> asserts(known.end() - static_cast<std::ptrdiff_t>(count), known.end());
  known.insert(known.end(), more.begin(), more.end());
  if (count == 0 || !proves_false(known)) return std::nullopt;
  known.erase(known.end() - static_cast<std::ptrdiff_t>(more.size() + count),
              known.end() - static_cast<std::ptrdiff_t>(more.size()));
  for (std::size_t i = 0; i + 1 < count; ++i) {
    known.push_back(asserts[i]);
    if (proves_false(known)) return i;
  }
  return count - 1;
}

// The facts inside of the statement, besides those at it.
void Facts::enter(const ir::Stmt& s, ir::Branch branch) {
  std::vector<Formula> facts = levels_.back().facts;
  if (const auto* loop = s.as<ir::For>()) facts.push_back(in_range(lower_, *loop));
  if (const auto* cond = s.as<ir::If>()) {
    Formula c = lower_.condition(cond->cond);
    facts.push_back(branch == ir::Branch::body ? c : !c);
  }
  levels_.push_back({std::move(facts)});
}

const std::vector<Formula>& Facts::at(const ir::Path& path) {
  if (levels_.empty()) levels_.push_back({preconditions(lower_, proc_)});
  std::size_t kept = 0;  // levels that lead to this place too
  while (kept < levels_.size() && kept < path.steps.size() &&
         (kept == 0 || (path.steps[kept - 1] == last_[kept - 1] && path.steps[kept].branch == last_[kept].branch)))
    ++kept;
  levels_.resize(std::max<std::size_t>(kept, 1));
  last_ = path.steps;
  const ir::Block* list = &proc_.body;
  for (std::size_t depth = 0; depth < path.steps.size() && list; ++depth) {
    const auto index = static_cast<std::size_t>(path.steps[depth].index);
    for (std::size_t& i = levels_[depth].seen; may_have_windows_ && i < index && i < list->size(); ++i)
      if (const auto* w = (*list)[i].as<ir::WindowStmt>())
        lower_.alias(w->name, lower_.view(*w->rhs.as<ir::WindowExpr>()));
    if (depth + 1 == path.steps.size() || index >= list->size()) break;
    const ir::Stmt& stmt = (*list)[index];
    list = ir::branch(stmt, path.steps[depth + 1].branch);
    if (depth + 1 == levels_.size()) enter(stmt, path.steps[depth + 1].branch);
  }
  return levels_.back().facts;
}

std::vector<Formula> facts_at(Lowering& lower, const ir::Procedure& proc, const ir::Path& path) {
  return Facts(lower, proc).at(path);
}

namespace {

Affine rename_variable(smt::Terms& terms, Var v, const Renaming& map) {
  if (auto it = map.find(v); it != map.end()) return it->second;
  const smt::Definition* found = terms.definition(v);
  if (!found) return Affine::variable(v);
  smt::Definition d = *found;  // forming new terms may move the table
  Affine a = rename(terms, d.a, map);
  if (d.kind == smt::Definition::Kind::quotient) return terms.quotient(a, d.divisor);
  return terms.product(a, rename(terms, d.b, map));
}

}  // namespace

Affine rename(smt::Terms& terms, const Affine& a, const Renaming& map) {
  if (map.empty()) return a;
  Affine out = a.constant();
  for (const auto& [v, k] : a.terms()) out = out + rename_variable(terms, v, map) * k;
  return out;
}

Formula rename(smt::Terms& terms, const Formula& f, const Renaming& map) {
  if (map.empty()) return f;
  switch (f.kind()) {
    case Formula::Kind::truth:
    case Formula::Kind::falsity: return f;
    case Formula::Kind::ge0: return Formula::ge0(rename(terms, f.affine(), map));
    case Formula::Kind::eq0: return Formula::eq0(rename(terms, f.affine(), map));
    default: break;
  }
  std::vector<Formula> parts;
  for (const Formula& part : f.parts()) parts.push_back(rename(terms, part, map));
  return f.kind() == Formula::Kind::all ? Formula::all(std::move(parts)) : Formula::any(std::move(parts));
}

}  // namespace tessera::analysis
