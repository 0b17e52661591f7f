#include "dsl/check/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/compare.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

constexpr double most_iterations = 3e5;  // of one run; about a second in the interpreter
constexpr double most_iterations_together = 3e6;
constexpr std::size_t most_runs = 64;
constexpr std::size_t most_choices = 4096;  // tried; many are outside of the preconditions

// Sizes worth a run: small ones, odd and even, and those that the preconditions name, with their neighbours.
std::vector<std::int64_t> values_worth_trying(const ir::Procedure& proc, ir::Scalar type) {
  if (type == ir::Scalar::bool_) return {0, 1};
  std::set<std::int64_t> out{1, 2, 3, 4, 5, 7, 8, 16, 17};
  if (type != ir::Scalar::size) out.insert({-3, -1, 0});
  for (const ir::Expr& e : proc.asserts)
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      const std::int64_t* n = ir::literal(node);
      if (n && *n > 1 && *n <= 4096) out.insert({*n - 1, *n, *n + 1, 2 * *n});
    });
  return {out.begin(), out.end()};
}

class Sampler {
 public:
  Sampler(const ir::Procedure& before, const ir::Procedure& after, const std::set<std::string>& modulo)
      : before_(before), after_(after), modulo_(modulo), lower_(terms_, before) {
    for (const ir::Arg& a : before.args)
      if (a.type.is_control()) free_.push_back({a.name, values_worth_trying(before, a.type.scalar)});
    for (const analysis::Formula& f : analysis::preconditions(lower_, before))
      if (decided_by_arguments(f)) preconditions_.push_back(f);
  }

  std::string run() {
    std::size_t all = 1;
    for (const Free& f : free_) all = std::min(most_choices + 1, all * f.values.size());
    for (std::size_t i = 0; i < std::min(all, most_choices) && ran_ < most_runs && spent_ < most_iterations_together;
         ++i) {
      all <= most_choices ? nth_choice(i) : random_choice();
      compare();
    }
    if (ran_ == 0)
      return fmt::format("samples: none run ({} too large for the interpreter, {} outside of the preconditions)",
                         too_large_, outside_);
    return fmt::format("samples: {} choices of sizes agree in every output over the field of 2^61 - 1 elements{}", ran_,
                       too_large_ ? fmt::format(" ({} larger ones not run)", too_large_) : "");
  }

 private:
  struct Free {
    ir::Sym name;
    std::vector<std::int64_t> values;
  };

  // When there are few choices: all of them, the first argument fastest.
  void nth_choice(std::size_t n) {
    for (const Free& f : free_) {
      control_[f.name] = f.values[n % f.values.size()];
      n /= f.values.size();
    }
  }

  // The smaller of two draws: large sizes together take too long to run.
  void random_choice() {
    for (const Free& f : free_)
      control_[f.name] = f.values[std::min(random_() % f.values.size(), random_() % f.values.size())];
  }

  // Preconditions on strides and configurations are met, or not, by the data: the interpreter looks at them.
  bool decided_by_arguments(const analysis::Formula& f) {
    std::vector<smt::Var> used;
    f.collect(used);
    return std::all_of(used.begin(), used.end(), [&](smt::Var v) { return is_argument(v); });
  }
  bool is_argument(smt::Var v) {
    if (const smt::Definition* d = terms_.definition(v)) {
      for (const analysis::Affine* part : {&d->a, &d->b})
        for (const auto& [inner, k] : part->terms())
          if (!is_argument(inner)) return false;
      return true;
    }
    return std::any_of(free_.begin(), free_.end(), [&](const Free& f) { return f.name == v; });
  }

  bool allowed(const smt::Model& model) {
    return std::all_of(preconditions_.begin(), preconditions_.end(),
                       [&](const analysis::Formula& f) { return f.evaluate(model); });
  }

  // Derived variables of the preconditions get the values that their definitions give.
  smt::Model model() {
    smt::Model m(control_.begin(), control_.end());
    std::vector<smt::Var> used;
    for (const analysis::Formula& f : preconditions_) f.collect(used);
    for (smt::Var v : used) value(v, m);
    return m;
  }
  std::int64_t value(smt::Var v, smt::Model& m) {
    if (auto it = m.find(v); it != m.end()) return it->second;
    const smt::Definition* d = terms_.definition(v);
    if (!d) return m[v] = 0;
    for (const auto& [inner, k] : d->a.terms()) value(inner, m);
    for (const auto& [inner, k] : d->b.terms()) value(inner, m);
    std::int64_t a = d->a.evaluate(m);
    if (d->kind == smt::Definition::Kind::product) return m[v] = a * d->b.evaluate(m);
    return m[v] = a / d->divisor - ((a % d->divisor != 0 && a < 0) ? 1 : 0);
  }

  std::int64_t extent(const ir::For& loop, smt::Model& m) {
    analysis::Affine e = lower_.index(loop.hi) - lower_.index(loop.lo);
    for (const auto& [v, k] : e.terms()) value(v, m);
    return std::max<std::int64_t>(0, e.evaluate(m));
  }

  // Innermost iterations, with outer counters at 0: an estimate for "too long to run".
  double iterations(const ir::Block& block, smt::Model& m) {
    double sum = 1;
    for (const ir::Stmt& s : block) {
      if (const auto* loop = s.as<ir::For>()) sum += static_cast<double>(extent(*loop, m)) * iterations(loop->body, m);
      if (const auto* cond = s.as<ir::If>()) sum += iterations(cond->body, m) + iterations(cond->orelse, m);
    }
    return sum;
  }

  void compare() {
    smt::Model sizes = model();
    if (!allowed(sizes)) return void(++outside_);
    double cost = iterations(before_.body, sizes);
    if (cost > most_iterations) return void(++too_large_);
    if (!seen_.insert(control_).second) return;
    spent_ += cost;
    std::optional<interp::Difference> d = interp::first_difference<interp::Field>(
        before_, after_, control_, 1 + ran_, interp::Uninitialised::error, modulo_);
    if (d && d->kind == interp::Difference::Kind::before_failed) return void(++outside_);
    if (d) fail(*d);
    ++ran_;
  }

  [[noreturn]] void fail(const interp::Difference& d) {
    Diagnostic out;
    out.code = "sampling";
    out.message = fmt::format("{} and its scheduled form differ: {}", before_.name, d.text);
    for (const auto& [name, v] : control_)
      out.counterexample += fmt::format("{}{} = {}", out.counterexample.empty() ? "" : ", ", name.text(), v);
    out.hint = "unless a condition was taken as given, this is a bug in Tessera: keep the program and the schedule";
    throw CheckError(out);
  }

  const ir::Procedure &before_, &after_;
  const std::set<std::string>& modulo_;
  smt::Terms terms_;
  analysis::Lowering lower_;
  std::vector<Free> free_;
  std::vector<analysis::Formula> preconditions_;
  interp::ControlValues control_;
  std::set<interp::ControlValues> seen_;
  std::mt19937 random_{1};
  double spent_ = 0;
  std::size_t ran_ = 0, too_large_ = 0, outside_ = 0;
};

}  // namespace

std::string sample(const ir::Procedure& before, const ir::Procedure& after, const std::set<std::string>& modulo) {
  return Sampler(before, after, modulo).run();
}

}  // namespace tessera::check
