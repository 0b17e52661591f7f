#include "dsl/check/sampling.hpp"

#include <fmt/format.h>

#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/compare.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

constexpr double most_iterations = 3e5;             // of one run; about a second in the interpreter
constexpr std::size_t most_runs = 64;
constexpr std::int64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 17};

// Innermost iterations, with outer counters at 0: an estimate for "too long to run".
double iterations(const ir::Block& block, analysis::Lowering& lower, const smt::Model& model) {
  double sum = 1;
  for (const ir::Stmt& s : block) {
    if (const auto* loop = s.as<ir::For>()) {
      auto extent = static_cast<double>(lower.index(loop->hi).evaluate(model) - lower.index(loop->lo).evaluate(model));
      sum += std::max(0.0, extent) * iterations(loop->body, lower, model);
    } else if (const auto* cond = s.as<ir::If>()) {
      sum += iterations(cond->body, lower, model) + iterations(cond->orelse, lower, model);
    }
  }
  return sum;
}

class Sampler {
 public:
  Sampler(const ir::Procedure& before, const ir::Procedure& after) : before_(before), after_(after), lower_(terms_, before) {
    for (const ir::Arg& a : before.args)
      if (a.type.is_control()) free_.push_back(a);
  }

  std::string run() {
    choose(0);
    if (ran_ == 0)
      return fmt::format("samples: none run ({} too large for the interpreter, {} outside of the preconditions)", too_large_, outside_);
    return fmt::format("samples: {} choices of sizes agree in every output over the field of 2^61 - 1 elements{}", ran_,
                       too_large_ ? fmt::format(" ({} larger ones not run)", too_large_) : "");
  }

 private:
  void choose(std::size_t i) {
    if (ran_ >= most_runs) return;
    if (i == free_.size()) return compare();
    for (std::int64_t v : sizes) {
      if (free_[i].type.scalar == ir::Scalar::bool_ && v > 2) break;
      control_[free_[i].name] = free_[i].type.scalar == ir::Scalar::bool_ ? v - 1 : v;
      choose(i + 1);
    }
  }

  bool allowed() {
    for (const analysis::Formula& f : analysis::preconditions(lower_, before_))
      if (!f.evaluate(model())) return false;
    return true;
  }

  // Derived variables of the preconditions get the values that their definitions give.
  smt::Model model() {
    smt::Model m(control_.begin(), control_.end());
    std::vector<smt::Var> used;
    for (const analysis::Formula& f : analysis::preconditions(lower_, before_)) f.collect(used);
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

  void compare() {
    if (!allowed()) return void(++outside_);
    if (iterations(before_.body, lower_, model()) > most_iterations) return void(++too_large_);
    std::optional<interp::Difference> d = interp::first_difference<interp::Field>(before_, after_, control_, 1 + ran_);
    if (d) fail(*d);
    ++ran_;
  }

  [[noreturn]] void fail(const interp::Difference& d) {
    Diagnostic out;
    out.code = "sampling";
    out.message = fmt::format("{} and its scheduled form differ: {}", before_.name, d.text);
    for (const auto& [name, v] : control_) out.counterexample += fmt::format("{} = {} ", name.text(), v);
    throw CheckError(out);
  }

  const ir::Procedure &before_, &after_;
  smt::Terms terms_;
  analysis::Lowering lower_;
  std::vector<ir::Arg> free_;
  interp::ControlValues control_;
  std::size_t ran_ = 0, too_large_ = 0, outside_ = 0;
};

}  // namespace

std::string sample(const ir::Procedure& before, const ir::Procedure& after) { return Sampler(before, after).run(); }

}  // namespace tessera::check
