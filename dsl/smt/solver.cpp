#include "dsl/smt/solver.hpp"

#include <unordered_map>

#include "dsl/smt/canonical.hpp"
#include "dsl/smt/closure.hpp"
#include "dsl/smt/linear.hpp"
#include "dsl/smt/z3_backend.hpp"

namespace tessera::smt {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// An answer of Z3 with the values in the order of the canonical variables.
struct Remembered {
  Status status;
  std::vector<std::int64_t> values;
  std::string reason;
};

Remembered remember(const Z3Backend::Outcome& outcome, const std::vector<Var>& variables) {
  Remembered result{outcome.status, {}, outcome.reason};
  if (outcome.status != Status::refuted) return result;
  for (Var v : variables) result.values.push_back(outcome.model.at(v));
  return result;
}

Answer recall(const Remembered& known, const std::vector<Var>& variables) {
  Answer answer{known.status, Decider::memo, {}, known.reason, 0};
  for (std::size_t i = 0; i < known.values.size(); ++i) answer.model[variables[i]] = known.values[i];
  return answer;
}

}  // namespace

struct Solver::State {
  Limits limits;
  Terms terms;
  Z3Backend z3;
  std::unordered_map<std::string, Remembered> memo;
  Statistics statistics;
  std::vector<std::function<void(const Query&, const Answer&)>> listeners;

  bool answer_affine(const Query&, Answer&);
  Answer answer_z3(const Query&);
  void count(const Answer&);
};

bool Solver::State::answer_affine(const Query& query, Answer& answer) {
  if (query.goal.is_true()) {
    answer.status = Status::proved;
    return true;
  }
  try {
    const Formula denial = !query.goal;
    Verdict verdict = decide(query.assumptions, denial, terms);
    if (verdict.kind == Verdict::Kind::undecided) return false;
    answer.status = verdict.kind == Verdict::Kind::infeasible ? Status::proved : Status::refuted;
    answer.model = std::move(verdict.model);
    if (answer.status == Status::proved) return true;
    std::vector<Formula> formulas = query.assumptions;
    formulas.push_back(denial);
    shrink(answer.model, formulas, closure(formulas, terms), terms);
    return true;
  } catch (const Overflow&) { return false; }
}

Answer Solver::State::answer_z3(const Query& query) {
  const Canonical question = canonical(query.assumptions, query.goal, terms);
  const auto known = memo.find(question.text);
  if (known != memo.end()) return recall(known->second, question.variables);
  const Z3Backend::Outcome outcome = z3.prove(query, terms, limits.per_query);
  memo.emplace(question.text, remember(outcome, question.variables));
  return {outcome.status, Decider::z3, outcome.model, outcome.reason, 0};
}

void Solver::State::count(const Answer& answer) {
  if (answer.decider == Decider::affine) ++statistics.affine;
  if (answer.decider == Decider::z3) ++statistics.z3;
  if (answer.decider == Decider::memo) ++statistics.memo;
  if (answer.status == Status::refuted) ++statistics.refuted;
  if (answer.status == Status::unknown) ++statistics.unknown;
}

Solver::Solver(Limits limits) : state_(std::make_unique<State>()) { state_->limits = limits; }
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Terms& Solver::terms() { return state_->terms; }
const Statistics& Solver::statistics() const { return state_->statistics; }

void Solver::on_answer(std::function<void(const Query&, const Answer&)> listener) {
  state_->listeners.push_back(std::move(listener));
}

Answer Solver::prove(const Query& query) {
  const auto start = Clock::now();
  Answer answer;
  const bool affine = state_->answer_affine(query, answer);
  state_->statistics.affine_seconds += seconds_since(start);
  if (!affine) {
    const auto asked = Clock::now();
    answer = state_->answer_z3(query);
    state_->statistics.z3_seconds += seconds_since(asked);
  }
  answer.seconds = seconds_since(start);
  state_->count(answer);
  for (const auto& listener : state_->listeners) listener(query, answer);
  return answer;
}

}  // namespace tessera::smt
