// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/field_values.hpp"

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/equal.hpp"

namespace tessera::analysis {
namespace {

bool reads_field(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& node) { found = found || node.as<ir::ReadConfig>(); });
  return found;
}

bool same_data(const FieldValues& a, const FieldValues& b, const std::string& field) {
  auto x = a.data.find(field), y = b.data.find(field);
  if (x == a.data.end() || y == b.data.end()) return x == a.data.end() && y == b.data.end();
  return ir::equal(x->second, y->second);
}

// Loops in callees in loops … would be passed as often as there are ways to them.
constexpr std::size_t work_for_each_statement = 100, least_work = 20000;

std::size_t statements_in(const ir::Block& block) {
  std::size_t count = 0;
  ir::for_each_stmt(block, [&](const ir::Stmt&) { ++count; });
  return count;
}

}  // namespace

/// While it lives, statements are passed that were passed before, or may be passed again elsewhere.
class FieldFlow::Repeat {
 public:
  explicit Repeat(FieldFlow& flow) : flow_(flow) { ++flow_.repeats_; }
  ~Repeat() { --flow_.repeats_; }
  Repeat(const Repeat&) = delete;
  Repeat& operator=(const Repeat&) = delete;

 private:
  FieldFlow& flow_;
};

FieldFlow::FieldFlow(Lowering& lower, const ir::Procedure& proc) : lower_(lower), written_(written_configs(proc.body)) {
  if (!written_.empty()) work_left_ = least_work + work_for_each_statement * statements_in(proc.body);
  for (const std::string& field : written_) state_.control[field] = lower_.entry_value(field);
  lower_.know_fields(state_.control);
  for (const ir::Arg& a : proc.args) pin(a.name, a.type.shape);
}

void FieldFlow::resume(FieldValues values) {
  state_ = std::move(values);
  lower_.know_fields(state_.control);
}

void FieldFlow::pass(const ir::Block& block) {
  for (const ir::Stmt& s : block) pass(s);
}

void FieldFlow::pass(const ir::Stmt& s) {
  if (repeats_ > 0 && work_left_ > 0) --work_left_;
  s.match([&](const ir::Assign& n) { forget_reads_of(n.name); }, [&](const ir::Reduce& n) { forget_reads_of(n.name); },
          [&](const ir::Alloc& n) { pin(n.name, n.type.shape); }, [&](const ir::WindowStmt& n) { window(n); },
          [&](const ir::WriteConfig& n) { write(n); }, [](const ir::Pass&) {}, [&](const ir::For& n) { pass_loop(n); },
          [&](const ir::If& n) { pass_branches(n); }, [&](const ir::Call& n) { pass_call(n); });
}

void FieldFlow::window(const ir::WindowStmt& n) {
  const ir::WindowExpr& w = *n.rhs.as<ir::WindowExpr>();
  lower_.alias(n.name, lower_.view(w));
  pin(n.name, ir::window_shape(w));
}

// Whether passing the block may change the known values.
bool FieldFlow::concerns(const ir::Block& block) const {
  return !written_.empty() && (!state_.data.empty() || !written_configs(block).empty());
}

// An extent has the value that its fields had when the buffer was declared. To be done again whenever the declaration
// is passed: each time the values may be others.
void FieldFlow::pin(ir::Sym name, std::vector<ir::Expr> shape) {
  const ir::Declaration* found = lower_.declaration(name);
  if (!found || std::none_of(shape.begin(), shape.end(), reads_field)) return;
  ir::Declaration pinned = *found;
  for (ir::Expr& extent : shape) {
    if (!reads_field(extent)) continue;
    ir::Sym value = ir::Sym::fresh("extent");
    lower_.bind(value, lower_.index(extent));
    extent = ir::read(value, ir::Scalar::index);
  }
  pinned.type.shape = std::move(shape);
  lower_.declare(name, std::move(pinned));
}

void FieldFlow::set(const std::string& field, Affine value) {
  state_.control[field] = std::move(value);
  lower_.know_fields(state_.control);
}

Affine FieldFlow::open(const std::string& field) { return Affine::variable(lower_.open(field)); }

// 1 where the condition holds, 0 where it does not. A bool that is passed on stays the variable that it is, so that it
// is seen to be the same the next time.
Affine FieldFlow::truth(const std::string& name, const ir::Expr& condition) {
  const auto* read = condition.as<ir::Read>();
  if (condition.as<ir::ReadConfig>() || (read && !lower_.is_condition(read->name))) return lower_.index(condition);
  const Formula c = lower_.condition(condition);
  Affine v = open(name);
  state_.facts.push_back((c && smt::eq(v, 1)) || (!c && smt::eq(v, 0)));
  return v;
}

void FieldFlow::write(const ir::WriteConfig& n) {
  const std::string name = field_name(*n.config, n.field);
  const ir::Scalar type = n.config->field(n.field).value_or(n.rhs.type());
  if (ir::is_data(type)) {
    set(name, open(name));  // another value; which one only an expression can tell
    state_.data.erase(name);
    if (!reads_field(n.rhs)) state_.data[name] = n.rhs;
  } else if (type == ir::Scalar::bool_) {
    set(name, truth(name, n.rhs));
  } else {
    set(name, lower_.index(n.rhs));
  }
}

void FieldFlow::forget_reads_of(ir::Sym buffer) {
  std::erase_if(state_.data, [&](const auto& entry) {
    bool reads = false;
    for (ir::Sym s : ir::free_syms(entry.second)) reads = reads || lower_.alias_root(s) == lower_.alias_root(buffer);
    return reads;
  });
}

// ---- loops

void FieldFlow::enter(const ir::For& loop) {
  if (concerns(loop.body)) resume(head(loop));
}

// Facts before each iteration: a field keeps its value when the body, started with it, ends with it. Tried for all
// fields, then without those that failed, to a fixed point. Leaves the flow after the body.
FieldValues FieldFlow::head(const ir::For& loop) {
  std::set<std::string> kept = written_configs(loop.body);
  FieldValues start = state_;
  forget_lost(loop, kept, start);
  for (std::optional<Repeat> again;; again.emplace(*this)) {
    resume(start);
    pass(loop.body);
    Lost failed;
    for (const auto& [field, value] : start.control)
      if (kept.count(field) && state_.control.at(field) != value) failed.control.insert(field);
    for (const auto& [field, value] : start.data)
      if (!same_data(start, state_, field)) failed.data.insert(field);
    if (failed.control.empty() && failed.data.empty()) return start;
    Lost& lost = lost_[loop.iter];
    lost.control.merge(failed.control);
    lost.data.merge(failed.data);
    forget_lost(loop, kept, start);
  }
}

// From the values in front of the loop, drops fields that its body does not keep.
void FieldFlow::forget_lost(const ir::For& loop, std::set<std::string>& kept, FieldValues& start) {
  Lost& lost = lost_[loop.iter];
  if (work_left_ == 0) {
    lost.control.insert(kept.begin(), kept.end());
    start.data.clear();
  }
  for (const std::string& field : lost.control)
    if (kept.erase(field)) start.control[field] = open(field);
  for (const std::string& field : lost.data) start.data.erase(field);
}

// Any values, for fields that the statements may write.
void FieldFlow::forget_writes(const ir::Block& block) {
  for (const std::string& field : written_configs(block)) set(field, open(field));
  state_.data.clear();
}

void FieldFlow::pass_loop(const ir::For& loop) {
  if (!concerns(loop.body)) return;
  const FieldValues before = state_;
  const FieldValues start = head(loop);
  const FieldValues end = state_;
  leave(loop, before, start, end);
}

// After the loop a field has the value from before if the loop does not run, else the last iteration's; facts about
// that iteration's own variables still hold.
void FieldFlow::leave(const ir::For& loop, const FieldValues& before, const FieldValues& start,
                      const FieldValues& end) {
  resume(before);
  state_.data = start.data;
  const Affine lo = lower_.index(loop.lo), hi = lower_.index(loop.hi);
  const Formula runs = smt::lt(lo, hi);
  const Renaming last{{loop.iter, hi - 1}};
  for (const auto& [field, value] : before.control) {
    if (start.control.at(field) == value) continue;
    const Affine& written = end.control.at(field);
    const Affine after = open(field);
    state_.facts.push_back(runs || smt::eq(after, value));
    state_.facts.push_back(!runs || smt::eq(after, rename(lower_.terms(), written, last)));
    set(field, after);
  }
  for (std::size_t i = before.facts.size(); i < end.facts.size(); ++i)
    state_.facts.push_back(!runs || rename(lower_.terms(), end.facts[i], last));
}

// ---- branches and calls

void FieldFlow::pass_branches(const ir::If& n) {
  if (!concerns(n.body) && !concerns(n.orelse)) return;
  const FieldValues before = state_;
  const Formula cond = lower_.condition(n.cond);
  pass(n.body);
  const FieldValues then = state_;
  resume(before);
  pass(n.orelse);
  const FieldValues otherwise = state_;
  join(cond, then, otherwise, before);
}

void FieldFlow::join(const Formula& cond, const FieldValues& then, const FieldValues& otherwise, FieldValues before) {
  const auto known = static_cast<long>(before.facts.size());
  for (const FieldValues* branch : {&then, &otherwise})
    before.facts.insert(before.facts.end(), branch->facts.begin() + known, branch->facts.end());
  before.data = then.data;
  std::erase_if(before.data, [&](const auto& entry) { return !same_data(then, otherwise, entry.first); });
  resume(std::move(before));
  for (const auto& [field, value] : then.control) {
    const Affine& other = otherwise.control.at(field);
    if (value == other) {
      set(field, value);
      continue;
    }
    const Affine after = open(field);
    state_.facts.push_back((!cond || smt::eq(after, value)) && (cond || smt::eq(after, other)));
    set(field, after);
  }
}

void FieldFlow::pass_call(const ir::Call& n) {
  if (!concerns(n.callee->body)) return;
  if (work_left_ == 0) return forget_writes(n.callee->body);
  const Repeat each_call(*this);
  const ir::Procedure callee = with_own_names(*n.callee);
  for (std::size_t i = 0; i < n.args.size(); ++i) bind(callee.args.at(i), n.args[i]);
  pass(callee.body);
  name_arguments(callee, n);
}

// A known value in terms of a parameter is renamed to the argument: parameters differ between calls.
void FieldFlow::name_arguments(const ir::Procedure& callee, const ir::Call& call) {
  if (state_.data.empty()) return;
  ir::Substitution names;
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (const auto* arg = call.args[i].as<ir::Read>(); arg && arg->idx.empty())
      names.emplace(callee.args[i].name, call.args[i]);
  for (auto& [field, value] : state_.data) value = ir::substitute(value, names);
}

void FieldFlow::bind(const ir::Arg& param, const ir::Expr& arg) {
  if (param.type.scalar == ir::Scalar::bool_) return lower_.bind(param.name, truth(param.name.text(), arg));
  if (param.type.is_control()) return lower_.bind(param.name, lower_.index(arg));
  lower_.declare(param.name, {param.type, param.mem});
  if (const auto* w = arg.as<ir::WindowExpr>()) lower_.alias(param.name, lower_.view(*w));
  if (const auto* r = arg.as<ir::Read>()) lower_.alias(param.name, lower_.view(*r));
}

// ---- a place

FieldFlow flow_to(Lowering& lower, const ir::Procedure& proc, const ir::Path& path, std::vector<Formula>& facts) {
  FieldFlow flow(lower, proc);
  facts = preconditions(lower, proc);
  const ir::Block* list = &proc.body;
  for (std::size_t depth = 0; depth < path.steps.size() && list; ++depth) {
    const auto index = static_cast<std::size_t>(path.steps[depth].index);
    for (std::size_t i = 0; i < index && i < list->size(); ++i) flow.pass((*list)[i]);
    if (depth + 1 == path.steps.size() || index >= list->size()) break;
    const ir::Stmt& stmt = (*list)[index];
    const ir::Branch branch = path.steps[depth + 1].branch;
    if (const auto* loop = stmt.as<ir::For>()) {
      facts.push_back(in_range(lower, *loop));
      flow.enter(*loop);
    }
    if (const auto* cond = stmt.as<ir::If>()) {
      const Formula c = lower.condition(cond->cond);
      facts.push_back(branch == ir::Branch::body ? c : !c);
    }
    list = ir::branch(stmt, branch);
  }
  facts.insert(facts.end(), flow.values().facts.begin(), flow.values().facts.end());
  return flow;
}

Lowering::Fields invariant_fields(const ir::Procedure& proc, const ir::Block& block) {
  const std::set<std::string> changing = written_configs(block);
  Lowering::Fields out;
  for (const std::string& field : written_configs(proc.body))
    if (!changing.count(field)) out[field] = Affine::variable(ir::Sym::fresh(field));
  return out;
}

std::vector<Formula> facts_and_fields_at(Lowering& lower, const ir::Procedure& proc, const ir::Path& path) {
  std::vector<Formula> facts;
  flow_to(lower, proc, path, facts);
  return facts;
}

}  // namespace tessera::analysis
