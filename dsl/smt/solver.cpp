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

CachedAnswer cached(const Answer& answer, const std::vector<Var>& variables) {
  CachedAnswer result{answer.status, {}, answer.reason, {}};
  if (answer.status != Status::refuted) return result;
  for (Var v : variables) result.values.push_back(answer.model.at(v));
  return result;
}

Answer answer_of(const CachedAnswer& known, const std::vector<Var>& variables) {
  Answer answer{
      known.status, known.origin.empty() ? Decider::memo : Decider::disk, {}, known.reason, 0, known.origin, 0};
  for (std::size_t i = 0; i < known.values.size(); ++i) answer.model[variables[i]] = known.values[i];
  return answer;
}

/// A stored counterexample is checked again, derived variables as they are defined.
bool is_sound(const CachedAnswer& answer, const Query& query, const std::vector<Var>& variables, const Terms& terms) {
  if (answer.status == Status::proved) return true;
  if (answer.status != Status::refuted || answer.values.size() != variables.size()) return false;
  std::vector<Formula> formulas = query.assumptions;
  formulas.push_back(!query.goal);
  Model given;
  for (std::size_t i = 0; i < variables.size(); ++i) given[variables[i]] = answer.values[i];
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
  std::unordered_map<std::string, CachedAnswer> memo;
  std::unique_ptr<QueryCache> cache;  ///< may be null
  Statistics statistics;
  std::size_t asked = 0;
  std::vector<std::function<void(const Query&, const Answer&)>> listeners;

  bool answer_affine(const Query&, Answer&);
  Answer answer_z3(const Query&);
  std::optional<CachedAnswer> lookup(const Query&, const Canonical&);
  void store(const std::string& question, const CachedAnswer&);
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
    answer = decide(query.assumptions, denial, terms);
    if (answer.status != Status::refuted) return answer.status == Status::proved;
    std::vector<Formula> formulas = query.assumptions;
    formulas.push_back(denial);
    shrink(answer.model, formulas, closure(formulas, terms), terms);
    return true;
  } catch (const Overflow&) { return false; }
}

std::optional<CachedAnswer> Solver::State::lookup(const Query& query, const Canonical& question) {
  if (!cache) return std::nullopt;
  const Timer timer(statistics.cache_seconds);
  std::optional<CachedAnswer> answer = cache->lookup(question.text);
  if (!answer || is_sound(*answer, query, question.variables, terms)) return answer;
  cache->reject(question.text);
  return std::nullopt;
}

void Solver::State::store(const std::string& question, const CachedAnswer& answer) {
  if (!cache || answer.status == Status::unknown) return;
  const Timer timer(statistics.cache_seconds);
  cache->store(question, {answer.status, answer.values, {}, engine()});
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
  if (known != memo.end()) return answer_of(known->second, question.variables);
  if (std::optional<CachedAnswer> hit = lookup(query, question)) {
    const Answer answer = answer_of(*hit, question.variables);
    hit->origin.clear();  // the next time it is an answer of this run
    memo.emplace(question.text, *std::move(hit));
    return answer;
  }
  const Timer timer(statistics.z3_seconds);
  Answer answer = z3.prove(query, terms, limits);
  const auto [entry, added] = memo.emplace(question.text, cached(answer, question.variables));
  store(question.text, entry->second);
  return answer;
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

Solver::Solver(Limits limits) : state_(std::make_unique<State>()) { state_->limits = limits; }
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Terms& Solver::terms() { return state_->terms; }
const Statistics& Solver::statistics() const { return state_->statistics; }
void Solver::limit(Limits limits) { state_->limits = limits; }
void Solver::use_cache(std::unique_ptr<QueryCache> cache) { state_->cache = std::move(cache); }

void Solver::on_answer(std::function<void(const Query&, const Answer&)> listener) {
  state_->listeners.push_back(std::move(listener));
}

Answer Solver::prove(const Query& query) {
  if (query.name.empty()) bug("a query without a name: " + query.text);
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
