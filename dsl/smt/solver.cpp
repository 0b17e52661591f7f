// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/solver.hpp"

#include <unordered_map>

#include "dsl/smt/canonical.hpp"
#include "dsl/smt/closure.hpp"
#include "dsl/smt/linear.hpp"
#include "dsl/smt/version.hpp"
#include "dsl/smt/z3_backend.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/version.hpp"

namespace tessera::smt {

/// An answer of Z3 with the values in the order of the canonical variables.
struct Remembered {
  Status status;
  std::vector<std::int64_t> values;
  std::string reason;
  std::string origin;  ///< of an answer of an earlier run
};

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Adds the time that it lives.
class Timer {
 public:
  explicit Timer(double& sum) : sum_(sum) {}
  ~Timer() { sum_ += seconds_since(start_); }
  Timer(const Timer&) = delete;

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

Remembered remember(const Z3Backend::Outcome& outcome, const std::vector<Var>& variables) {
  Remembered result{outcome.status, {}, outcome.reason, {}};
  if (outcome.status != Status::refuted) return result;
  for (Var v : variables) result.values.push_back(outcome.model.at(v));
  return result;
}

Answer recall(const Remembered& known, const std::vector<Var>& variables) {
  Answer answer{
      known.status, known.origin.empty() ? Decider::memo : Decider::disk, {}, known.reason, 0, known.origin, 0};
  for (std::size_t i = 0; i < known.values.size(); ++i) answer.model[variables[i]] = known.values[i];
  return answer;
}

/// A counterexample that was kept is looked at again, derived variables as they are defined.
bool is_sound(const Memory::Entry& entry, const Query& query, const std::vector<Var>& variables, const Terms& terms) {
  if (entry.proved) return true;
  if (entry.values.size() != variables.size()) return false;
  std::vector<Formula> formulas = query.assumptions;
  formulas.push_back(!query.goal);
  Model given;
  for (std::size_t i = 0; i < variables.size(); ++i) given[variables[i]] = entry.values[i];
  try {
    Model derived = given;
    derive(derived, closure(formulas, terms), terms);
    return derived == given && holds(formulas, derived);
  } catch (const Overflow&) { return false; }
}

}  // namespace

struct Solver::State {
  Limits limits;
  Terms terms;
  Z3Backend z3;
  std::unordered_map<std::string, Remembered> memo;
  std::unique_ptr<Memory> memory;  ///< may be null
  Statistics statistics;
  std::size_t asked = 0;
  std::vector<std::function<void(const Query&, const Answer&)>> listeners;

  bool answer_affine(const Query&, Answer&);
  Answer answer_z3(const Query&);
  std::optional<Remembered> look_up(const Query&, const Canonical&);
  void keep(const std::string& question, const Remembered&);
  void count(const Answer&);
};

bool Solver::State::answer_affine(const Query& query, Answer& answer) {
  const Timer timer(statistics.affine_seconds);
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

std::optional<Remembered> Solver::State::look_up(const Query& query, const Canonical& question) {
  if (!memory) return std::nullopt;
  const Timer timer(statistics.memory_seconds);
  std::optional<Memory::Entry> entry = memory->find(question.text);
  if (!entry) return std::nullopt;
  if (!is_sound(*entry, query, question.variables, terms)) {
    memory->reject(question.text);
    return std::nullopt;
  }
  return Remembered{
      entry->proved ? Status::proved : Status::refuted, std::move(entry->values), {}, std::move(entry->origin)};
}

void Solver::State::keep(const std::string& question, const Remembered& answer) {
  if (!memory || answer.status == Status::unknown) return;
  const Timer timer(statistics.memory_seconds);
  memory->keep(question, {answer.status == Status::proved, answer.values, engine()});
}

Answer Solver::State::answer_z3(const Query& query) {
  if (limits.per_query.count() <= 0)
    return {Status::unknown,
            Decider::affine,
            {},
            "affine reasoning does not settle it, and a time limit of 0 ms leaves "
            "no time for Z3",
            0,
            {},
            0};
  const Canonical question = canonical(query.assumptions, query.goal, terms);
  const auto known = memo.find(question.text);
  if (known != memo.end()) return recall(known->second, question.variables);
  if (std::optional<Remembered> kept = look_up(query, question)) {
    const Answer answer = recall(*kept, question.variables);
    kept->origin.clear();  // the next time it is an answer of this run
    memo.emplace(question.text, *std::move(kept));
    return answer;
  }
  const Timer timer(statistics.z3_seconds);
  const Z3Backend::Outcome outcome = z3.prove(query, terms, limits);
  const auto [entry, added] = memo.emplace(question.text, remember(outcome, question.variables));
  keep(question.text, entry->second);
  return {outcome.status, Decider::z3, outcome.model, outcome.reason, 0, {}, 0};
}

void Solver::State::count(const Answer& answer) {
  if (answer.decider == Decider::affine) ++statistics.affine;
  if (answer.decider == Decider::z3) ++statistics.z3;
  if (answer.decider == Decider::memo) ++statistics.memo;
  if (answer.decider == Decider::disk) ++statistics.disk;
  if (answer.status == Status::refuted) ++statistics.refuted;
  if (answer.status == Status::unknown) ++statistics.unknown;
}

std::string engine() {
  return "Z3 " + z3_version() + ", asked by Tessera " + version() + " in form " + std::to_string(canonical_form);
}

const char* decider_name(Decider decider) {
  switch (decider) {
    case Decider::affine: return "affine";
    case Decider::z3: return "z3";
    case Decider::memo: return "memo";
    case Decider::disk: return "disk memo";
  }
  return "";
}

Solver::Solver(Limits limits) : state_(std::make_unique<State>()) { state_->limits = limits; }
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Terms& Solver::terms() { return state_->terms; }
const Statistics& Solver::statistics() const { return state_->statistics; }
void Solver::limit(Limits limits) { state_->limits = limits; }
void Solver::remember_in(std::unique_ptr<Memory> memory) { state_->memory = std::move(memory); }

void Solver::on_answer(std::function<void(const Query&, const Answer&)> listener) {
  state_->listeners.push_back(std::move(listener));
}

Answer Solver::prove(const Query& query) {
  if (query.name.empty()) bug("a question without a name: " + query.text);
  const auto start = Clock::now();
  Answer answer;
  const bool affine = state_->answer_affine(query, answer);
  if (!affine) answer = state_->answer_z3(query);
  answer.seconds = seconds_since(start);
  answer.number = ++state_->asked;
  state_->count(answer);
  for (const auto& listener : state_->listeners) listener(query, answer);
  return answer;
}

}  // namespace tessera::smt
