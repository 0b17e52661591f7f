// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/z3_backend.hpp"

#include <z3++.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "dsl/smt/closure.hpp"

namespace tessera::smt {
namespace {

using Milliseconds = std::chrono::milliseconds;

class Deadline {
 public:
  explicit Deadline(Milliseconds after) : end_(std::chrono::steady_clock::now() + after) {}
  Milliseconds left() const {
    return std::chrono::duration_cast<Milliseconds>(end_ - std::chrono::steady_clock::now());
  }

 private:
  std::chrono::steady_clock::time_point end_;
};

/// Interrupts Z3 when the time is over, as long as it lives. Z3's own timeout is not used: its timer threads (4.8.12)
/// can wait for each other for ever.
class Watchdog {
 public:
  Watchdog(z3::context& context, Milliseconds limit) : thread_([this, &context, limit] { watch(context, limit); }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(z3::context& context, Milliseconds wait) {
    std::unique_lock lock(mutex_);
    // Again and again: an interrupt between two checks has no effect.
    while (!changed_.wait_for(lock, wait, [this] { return done_; })) {
      context.interrupt();
      wait = Milliseconds(5);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

/// One question as Z3 terms. Quotients are stated by inequalities, which its integer arithmetic likes better than div.
class Translation {
 public:
  Translation(z3::context& context, const std::vector<Var>& variables) : context_(context) {
    for (Var v : variables) {
      constants_.emplace(v, context.int_const(("v" + std::to_string(constants_.size())).c_str()));
    }
  }

  const z3::expr& constant(Var v) const { return constants_.at(v); }
  z3::expr number(std::int64_t value) const { return context_.int_val(value); }

  z3::expr operator()(const Affine& a) const {
    z3::expr_vector summands(context_);
    for (const auto& [v, coefficient] : a.terms()) {
      summands.push_back(coefficient == 1 ? constant(v) : number(coefficient) * constant(v));
    }
    if (a.constant() != 0 || summands.empty()) summands.push_back(number(a.constant()));
    return z3::sum(summands);
  }

  z3::expr operator()(const Formula& formula) const {
    switch (formula.kind()) {
      case Formula::Kind::truth: return context_.bool_val(true);
      case Formula::Kind::falsity: return context_.bool_val(false);
      case Formula::Kind::ge0: return (*this)(formula.affine()) >= number(0);
      case Formula::Kind::eq0: return (*this)(formula.affine()) == number(0);
      case Formula::Kind::all: return z3::mk_and(parts(formula));
      case Formula::Kind::any: return z3::mk_or(parts(formula));
    }
    throw z3::exception("a formula of no kind");
  }

  z3::expr operator()(Var v, const Definition& definition) const {
    const z3::expr a = (*this)(definition.a);
    if (definition.kind == Definition::Kind::product) return constant(v) == a * (*this)(definition.b);
    const z3::expr multiple = number(definition.divisor) * constant(v);
    return multiple <= a && a <= multiple + number(definition.divisor) - number(1);
  }

 private:
  z3::expr_vector parts(const Formula& formula) const {
    z3::expr_vector out(context_);
    for (const Formula& part : formula.parts()) out.push_back((*this)(part));
    return out;
  }

  z3::context& context_;
  std::unordered_map<Var, z3::expr> constants_;
};

/// The plain variables of Z3's model; false when one does not fit 64 bits.
bool read(const z3::model& from, const Translation& translate, const std::vector<Var>& variables, Model& out) {
  for (Var v : variables) {
    std::int64_t value = 0;
    if (!from.eval(translate.constant(v), true).is_numeral_i64(value)) return false;
    out[v] = value;
  }
  return true;
}

/// Pops the assertions of one query at the end of its scope.
struct Scope {
  explicit Scope(z3::solver& solver) : solver_(solver) { solver_.push(); }
  ~Scope() { solver_.pop(); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  z3::solver& solver_;
};

/// One question being asked.
struct Session {
  z3::context& context;
  z3::solver& solver;
  const Terms& terms;
  std::vector<Formula> formulas;  ///< the assumptions and the negated goal
  std::vector<Var> variables;
  Translation translate{context, variables};
  std::string failure = "";

  z3::check_result check(Milliseconds limit) {
    const Watchdog watchdog(context, limit);
    return solver.check();
  }

  void state() {
    for (const Formula& formula : formulas) solver.add(translate(formula));
    for (Var v : variables) {
      if (const Definition* definition = terms.definition(v)) solver.add(translate(v, *definition));
    }
  }

  /// The checked model of a `sat` answer.
  bool take(Model& out) {
    Model model;
    if (!read(solver.get_model(), translate, variables, model)) {
      failure = "the solver's model does not fit 64 bits";
      return false;
    }
    try {
      derive(model, variables, terms);
    } catch (const Overflow&) {
      failure = "the solver's model does not fit 64 bits";
      return false;
    }
    if (!holds(formulas, model)) {
      failure = "the solver's model does not validate";
      return false;
    }
    out = std::move(model);
    return true;
  }

  bool within(std::int64_t radius, const Model& model) const {
    return std::all_of(variables.begin(), variables.end(), [&](Var v) {
      const auto found = model.find(v);
      return terms.definition(v) || (found != model.end() && found->second >= -radius && found->second <= radius);
    });
  }

  void confine(std::int64_t radius) {
    for (Var v : variables) {
      if (terms.definition(v)) continue;
      solver.add(translate.constant(v) <= translate.number(radius));
      solver.add(translate.constant(v) >= translate.number(-radius));
    }
  }

  /// Looks for a model in boxes around zero, the smallest box first.
  bool minimize(Model& model, Deadline deadline) {
    for (std::int64_t radius : {1, 2, 4, 8, 16, 64}) {
      if ((!model.empty() && within(radius, model)) || deadline.left() <= Milliseconds(0)) return !model.empty();
      const Scope scope(solver);
      confine(radius);
      if (check(deadline.left()) == z3::sat && take(model)) return true;
    }
    return !model.empty();
  }
};

/// Time for a smaller model, or for a small one where no other was found.
constexpr Milliseconds model_time{200};

Answer ask(Session session, const Limits& limits) {
  const Milliseconds limit = limits.per_query;
  session.state();
  const Deadline deadline(limit);
  const z3::check_result verdict = session.check(limit);
  if (verdict == z3::unsat) return {Status::proved, Decider::z3};
  Model model;
  if (verdict == z3::unknown) {
    session.failure = deadline.left() > Milliseconds(0) ? session.solver.reason_unknown()
                                                        : "no answer within " + std::to_string(limit.count()) + " ms";
  } else if (session.take(model) && session.variables.empty()) {
    return {Status::refuted, Decider::z3};
  }
  const std::string failure = session.failure;
  // Where answers must not depend on the machine, resources limit this too, and time hardly ever.
  const Milliseconds most = limits.resources ? limit : std::min(limit, model_time);
  if (!session.minimize(model, Deadline(most))) return {Status::unknown, Decider::z3, {}, failure};
  shrink(model, session.formulas, session.variables, session.terms);
  return {Status::refuted, Decider::z3, std::move(model)};
}

}  // namespace

struct Z3Backend::Engine {
  z3::context context;
  // Not the default solver: it builds its tactics for each question, which takes a hundred times longer than a push and
  // a pop, and its nested time limits use the timers that Watchdog avoids.
  z3::solver solver{context, z3::solver::simple()};
};

Z3Backend::Z3Backend() = default;
Z3Backend::~Z3Backend() = default;
Z3Backend::Z3Backend(Z3Backend&&) noexcept = default;
Z3Backend& Z3Backend::operator=(Z3Backend&&) noexcept = default;

Answer Z3Backend::prove(const Query& query, const Terms& terms, const Limits& limits) {
  try {
    if (!engine_) engine_ = std::make_unique<Engine>();
    std::vector<Formula> formulas = query.assumptions;
    formulas.push_back(!query.goal);
    std::vector<Var> variables = closure(formulas, terms);
    if (limits.resources) engine_->solver.set("rlimit", limits.resources);
    const Scope scope(engine_->solver);
    return ask({engine_->context, engine_->solver, terms, std::move(formulas), std::move(variables)}, limits);
  } catch (const z3::exception& failure) {
    return {Status::unknown, Decider::z3, {}, failure.msg()};
  } catch (const Overflow&) {
    return {Status::unknown, Decider::z3, {}, "a number of the question does not fit 64 bits"};
  }
}

}  // namespace tessera::smt
