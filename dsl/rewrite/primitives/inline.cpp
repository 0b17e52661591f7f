// SPDX-License-Identifier: Apache-2.0
// inline — put the body of the callee in the place of the call.
//   f(a, B[0:4])   -->   the body of f with a and B[0:4] for its parameters
// Safety:  S1 no argument reads a configuration field that f writes: f has its value from before.
//          That arguments are apart and preconditions hold was proved for the call.
// Forward: the call is gone; all else stays.
// Example: puts_the_body_in_the_place_of_the_call
#include "dsl/rewrite/inline.hpp"

#include <fmt/format.h>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct Inline {
  struct Args {
    CallPlace call;
    static constexpr auto fields() { return std::tuple{required("call", &Args::call)}; }
  };
  static constexpr Condition conditions[] = {{"S1", "no argument reads a configuration field that the callee writes"}};

  struct Shape {
    Path at;
    ir::Call call;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Path at = step.call(a.call);
    return {at, *ir::stmt_at(step.ir(), at)->as<ir::Call>()};
  }
  static std::vector<Obligation> safety(StepContext&, const Shape& s) {
    auto changed = changed_argument(s.call);
    if (!changed) return {};
    return {analysis::obligation("S1", s.at, {}, Formula::constant(false),
                                 fmt::format("{} does not write {}", s.call.callee->name, *changed))};
  }
  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.replace({s.at, 1}, inlined(s.call)); }
};

}  // namespace

Primitive inline_primitive() {
  return describe<Inline>("inline", "procedures", "put the body of the callee in the place of the call");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc inline_call(const Proc& p, const CallPlace& call) {
  return rewrite::apply<rewrite::Inline>("inline", p, {{call}});
}

}  // namespace tessera
