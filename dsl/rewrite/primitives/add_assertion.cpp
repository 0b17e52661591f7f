// SPDX-License-Identifier: Apache-2.0
// add_assertion — narrow the contract: the procedure may rely on one more precondition.
//   def f(n: size, …): s   -->   def f(n: size, …): assert n % 4 == 0; s
// Nothing is assumed: every call proves the assert, and the header of the C states it. But the result is for
// fewer arguments, so it stands for the original at no call.
// Shape:   R1 the text is a condition on the arguments.   R2 it does not contradict the asserts that are there.
// Forward: every cursor stays valid.
// Example: lets_later_steps_use_it
#include <fmt/format.h>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

struct AddAssertion {
  struct Args {
    Text condition;
    static constexpr auto fields() { return std::tuple{required("condition", &Args::condition)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the text is a condition on the arguments"},
                                             {"R2", "the condition can hold together with the asserts"}};
  using Shape = ir::Expr;

  static Shape shape(StepContext& step, const Args& a) {
    ir::Expr e;
    try {
      e = step.parse_assert(a.condition, Range::whole_body(step.ir()).first);
    } catch (const InputError& error) {
      step.refuse("R1", {}, fmt::format("'{}' has no meaning here: {}", a.condition.text, error.diagnostic().message));
    }
    if (e.type() != ir::Scalar::bool_) step.refuse("R1", {}, fmt::format("'{}' is not a condition", a.condition.text));
    if (step.can_prove(analysis::preconditions(step.lower(), step.ir()), !step.lower().condition(e),
                       fmt::format("{} never holds", a.condition.text)))
      step.refuse("R2", {}, fmt::format("no arguments meet '{}' and the other asserts", a.condition.text));
    return e;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& condition, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) { p.asserts.push_back(condition); });
  }
};

}  // namespace

Primitive add_assertion_primitive() {
  return describe<AddAssertion>("add_assertion", "procedures", "let the procedure rely on one more precondition");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc add_assertion(const Proc& p, const std::string& condition) {
  return rewrite::apply<rewrite::AddAssertion>("add_assertion", p, {{condition}});
}

}  // namespace tessera
