// partial_eval — fix the first size and index arguments to numbers.
//   def f(M: size, N: size, A: f32[M, N]): s   -->   def f(A: f32[8, 12]): s with M = 8, N = 12
// Args:    values: for the first size, index, int and bool arguments.
// Shape:   R1 there are at least as many size, index, int or bool arguments as values; a bool gets 0 or 1.
//          R2 the procedure is no instruction: its C names the arguments.
// Safety:  S1 a size is at least 1.   S2 the asserts can hold with these values.
// Forward: every cursor stays valid, but for those inside of index expressions that change. The result has another
//          signature, so it stands for the original at no call.
// Alias:   TVM PrimFunc.specialize.
// Example: fixes_the_first_sizes
#include <fmt/format.h>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/step.hpp"
#include "dsl/rewrite/tidy.hpp"

namespace tessera::rewrite {
namespace {

struct PartialEval {
  static constexpr bool equivalent = false;
  struct Args {
    std::vector<std::int64_t> values;
    static constexpr auto fields() { return std::tuple{required("values", &Args::values)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "there is an argument for every value, and a bool is 0 or 1"},
                                             {"R2", "the procedure is no instruction"},
                                             {"S1", "a size is at least 1"},
                                             {"S2", "no assert is false under the values"}};

  struct Shape {
    ir::Substitution values;
    std::vector<std::pair<ir::Arg, std::int64_t>> fixed;
  };

  static Shape shape(Site& site, const Args& a) {
    Shape s;
    if (site.ir().instr)
      site.refuse("R2", {}, fmt::format("the C of the instruction {} names its arguments", site.ir().name),
                  "call it with these values instead");
    for (const ir::Arg& arg : site.ir().args) {
      if (s.fixed.size() == a.values.size()) break;
      if (!arg.type.is_control() || arg.type.scalar == ir::Scalar::stride) continue;
      std::int64_t v = a.values[s.fixed.size()];
      if (arg.type.scalar == ir::Scalar::bool_ && v != 0 && v != 1)
        site.refuse("R1", {}, fmt::format("the bool argument {} is 0 or 1, not {}", arg.name.text(), v));
      s.values[arg.name] = arg.type.scalar == ir::Scalar::bool_ ? ir::bool_lit(v != 0) : ir::int_lit(v);
      s.fixed.emplace_back(arg, v);
    }
    if (s.fixed.size() < a.values.size())
      site.refuse("R1", {},
                  fmt::format("{} values are given, {} has {} size and index arguments", a.values.size(),
                              site.ir().name, s.fixed.size()));
    return s;
  }

  static std::vector<Obligation> safety(Site& site, const Shape& s) {
    std::vector<Obligation> out;
    for (const auto& [arg, value] : s.fixed)
      if (arg.type.scalar == ir::Scalar::size)
        out.push_back(analysis::obligation("S1", {}, {}, smt::le(1, value),
                                           fmt::format("{} = {} is at least 1", arg.name.text(), value)));
    for (const ir::Expr& e : site.ir().asserts) {
      // Only what became a constant can be judged: the rest is for the callers.
      Formula f = site.lower().condition(ir::substitute(e, s.values));
      out.push_back(analysis::obligation("S2", {}, {}, Formula::constant(!f.is_false()),
                                         fmt::format("assert {} can hold", ir::print(e))));
    }
    return out;
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) {
      std::vector<ir::Arg> kept;
      for (ir::Arg a : p.args) {
        if (s.values.count(a.name)) continue;
        for (ir::Expr& e : a.type.shape) e = ir::folded(ir::substitute(e, s.values));
        kept.push_back(std::move(a));
      }
      p.args = std::move(kept);
      std::vector<ir::Expr> asserts;
      for (const ir::Expr& e : p.asserts) {
        ir::Expr now = ir::folded(ir::substitute(e, s.values));
        const auto* known = now.as<ir::BoolLit>();
        if (!known || !known->value) asserts.push_back(now);
      }
      p.asserts = std::move(asserts);
    });
    const ir::ProcRef before = edit.result();
    auto after = std::make_shared<ir::Procedure>(*before);
    after->body = ir::map_exprs(ir::substitute(before->body, s.values), ir::folded);
    edit.set_body(after->body, surviving_expressions(before, after));
  }
};

}  // namespace

Primitive partial_eval_primitive() {
  return describe<PartialEval>("partial_eval", "procedures", "fix the first size and index arguments to numbers");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc partial_eval(const Proc& p, const std::vector<std::int64_t>& values) {
  return rewrite::apply<rewrite::PartialEval>("partial_eval", p, {values});
}

}  // namespace tessera
