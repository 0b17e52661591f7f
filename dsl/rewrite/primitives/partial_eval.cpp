// SPDX-License-Identifier: Apache-2.0
// partial_eval — fix size and index arguments to numbers: the first ones, or those that are named.
//   def f(M: size, N: size, A: f32[M, N]): s   -->   def f(A: f32[8, 12]): s with M = 8, N = 12
// Args:    values: for the first size, index, int and bool arguments, in their order.
//          names: of the arguments that the values are for, instead. A schedule writes `partial_eval(p, N=12)` for
//          both.
// Shape:   R1 there are at least as many size, index, int or bool arguments as values, and every name is that of one; a
//          bool gets 0 or 1.
// Safety:  S1 a size is at least 1.   S2 the asserts can hold with these values.
// Forward: every cursor stays valid, but for those inside of index expressions that change. The result has another
//          signature, so it stands for the original at no call.
// Example: fixes_the_first_sizes
#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::rewrite {
namespace {

struct PartialEval {
  struct Args {
    std::vector<std::int64_t> values;
    std::vector<std::string> names;
    static constexpr auto fields() {
      return std::tuple{required("values", &Args::values), optional_field("names", &Args::names)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "there is an argument for every value and every name, and a bool is 0 or 1"},
      {"S1", "a size is at least 1"},
      {"S2", "the asserts can hold with these values"}};

  struct Shape {
    ir::Substitution values;
    std::vector<std::pair<ir::Arg, std::int64_t>> fixed;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    const std::vector<ir::Arg> fixed = a.names.empty() ? first(step, a.values.size()) : named(step, a);
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      const ir::Arg& arg = fixed[i];
      const std::int64_t v = a.values[i];
      if (arg.type.scalar == ir::Scalar::bool_ && v != 0 && v != 1)
        step.refuse("R1", {}, fmt::format("the bool argument {} is 0 or 1, not {}", arg.name.text(), v));
      s.values[arg.name] = arg.type.scalar == ir::Scalar::bool_ ? ir::bool_lit(v != 0) : ir::int_lit(v);
      s.fixed.emplace_back(arg, v);
    }
    return s;
  }

  static std::vector<ir::Arg> all(const StepContext& step) {
    std::vector<ir::Arg> out;
    for (const ir::Arg& arg : step.ir().args)
      if (arg.type.is_control() && arg.type.scalar != ir::Scalar::stride) out.push_back(arg);
    return out;
  }

  static std::vector<ir::Arg> first(const StepContext& step, std::size_t count) {
    std::vector<ir::Arg> out = all(step);
    if (out.size() < count)
      step.refuse(
          "R1", {},
          fmt::format("{} values are given, {} has {} size and index arguments", count, step.ir().name, out.size()));
    out.resize(count);
    return out;
  }

  static std::vector<ir::Arg> named(const StepContext& step, const Args& a) {
    if (a.names.size() != a.values.size())
      step.refuse(
          "R1", {},
          fmt::format("{} values are given for {}", a.values.size(), syntax::counted(a.names.size(), "name", "names")));
    std::vector<ir::Arg> out;
    for (const std::string& name : a.names) {
      const auto is_it = [&](const ir::Arg& arg) { return arg.name.text() == name; };
      if (std::any_of(out.begin(), out.end(), is_it)) step.refuse("R1", {}, fmt::format("'{}' is given twice", name));
      const std::vector<ir::Arg> known = all(step);
      const auto found = std::find_if(known.begin(), known.end(), is_it);
      if (found == known.end()) unknown(step, name, known);
      out.push_back(*found);
    }
    return out;
  }

  [[noreturn]] static void unknown(const StepContext& step, const std::string& name,
                                   const std::vector<ir::Arg>& known) {
    std::vector<std::string> names;
    for (const ir::Arg& arg : known) names.push_back(arg.name.text());
    const std::string near = syntax::nearest(name, names);
    step.refuse("R1", {}, fmt::format("{} has no size or index argument '{}'", step.ir().name, name),
                near.empty() ? syntax::known_names(names) : near);
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    std::vector<Obligation> out;
    for (const auto& [arg, value] : s.fixed)
      if (arg.type.scalar == ir::Scalar::size)
        out.push_back(analysis::obligation("S1", {}, {}, smt::le(1, value),
                                           fmt::format("{} = {} is at least 1", arg.name.text(), value)));
    // Whether they do hold is for the callers, but no caller could meet asserts that contradict each other.
    std::vector<Formula> values;
    for (const auto& [arg, value] : s.fixed) values.push_back(smt::eq(Affine::variable(arg.name), value));
    const auto proves_false = [&](const std::vector<Formula>& known) {
      return step.can_prove(known, Formula::constant(false), "the asserts never hold with these values");
    };
    const auto index = analysis::first_contradiction(step.lower(), step.ir(), values, proves_false);
    const std::string which = index ? "assert " + ir::print(step.ir().asserts[*index]) : "the asserts";
    out.push_back(analysis::obligation("S2", {}, {}, Formula::constant(!index), which + " can hold with these values"));
    return out;
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) {
      std::vector<ir::Arg> kept;
      for (ir::Arg a : p.args) {
        if (s.values.count(a.name)) continue;
        for (ir::Expr& e : a.type.shape) e = ir::fold_literals(ir::substitute(e, s.values));
        kept.push_back(std::move(a));
      }
      p.args = std::move(kept);
      std::vector<ir::Expr> asserts;
      for (const ir::Expr& e : p.asserts) {
        ir::Expr now = ir::fold_literals(ir::substitute(e, s.values));
        const auto* known = now.as<ir::BoolLit>();
        if (!known || !known->value) asserts.push_back(now);
      }
      p.asserts = std::move(asserts);
    });
    const ir::ProcRef before = edit.result();
    auto after = std::make_shared<ir::Procedure>(*before);
    after->body = ir::map_exprs(ir::substitute(before->body, s.values), ir::fold_literals);
    edit.set_body(after->body, surviving_expressions(before, after));
  }
};

}  // namespace

Primitive partial_eval_primitive() {
  return describe<PartialEval>("partial_eval", "procedures", "fix size and index arguments to numbers");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc partial_eval(const Proc& p, const std::vector<std::int64_t>& values, const std::vector<std::string>& names) {
  return rewrite::apply<rewrite::PartialEval>("partial_eval", p, {values, names});
}

}  // namespace tessera
