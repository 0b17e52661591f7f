// SPDX-License-Identifier: Apache-2.0
// insert_noop_call — call a procedure that does nothing but help the machine, such as a prefetch.
//   s; t   -->   s; f(A[i, 0:1]); t
// Arguments are written as in a call: control expressions, elements, tensors and windows, of what is in scope there.
// Shape:   R1 the body of f is pass.  R2 the arguments are of the kinds and types that f takes.
//          R3 the procedure has another name than f.
// Safety:  S1 the preconditions of f hold, stride(...) included, and windows have the shapes f wants.
//          S2 every window and element lies in its buffer.
// Forward: every cursor stays; statements after the gap move one on.
// Example: a_prefetch_of_the_next_row
#include <fmt/format.h>

#include "dsl/analysis/call.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

struct InsertNoopCall {
  struct Args {
    GapPlace gap;
    Proc proc;
    std::vector<std::string> args;
    static constexpr auto fields() {
      return std::tuple{required("gap", &Args::gap), required("proc", &Args::proc), required("args", &Args::args)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the body of the called procedure is pass"},
      {"R2", "the arguments are of the kinds and types that the called procedure takes"},
      {"R3", "a procedure calls none of its own name"},
      {"S1", "the preconditions of the called procedure hold at the call"},
      {"S2", "every window and element that is passed lies in its buffer"}};

  struct Shape {
    Path gap;
    ir::Call call;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path gap = step.gap(a.gap);
    const ir::Procedure& callee = a.proc.ir();
    for (const ir::Stmt& s : callee.body)
      if (!s.as<ir::Pass>()) step.refuse("R1", gap, callee.name + " does something", "replace finds what it may do");
    if (callee.name == step.ir().name)
      step.refuse("R3", gap, "both procedures are called " + callee.name, "rename one of them first");
    if (a.args.size() != callee.args.size())
      step.refuse("R2", gap,
                  fmt::format("{} takes {} argument(s), {} given", callee.name, callee.args.size(), a.args.size()));
    ir::Call call{a.proc.ref(), {}};
    for (std::size_t i = 0; i < a.args.size(); ++i)
      call.args.push_back(argument(step, gap, {a.args[i]}, callee.args[i]));
    return {gap, std::move(call)};
  }

  static ir::Expr argument(const StepContext& step, const Path& gap, const Text& text, const ir::Arg& param) {
    ir::Expr e;
    try {
      e = param.type.is_tensor() ? tensor(step, gap, text, param) : step.parse_expr(text, gap);
    } catch (const InputError& error) {
      step.refuse("R2", gap, fmt::format("'{}' has no meaning here: {}", text.text, error.diagnostic().message));
    }
    if (!is_of_kind(e, param.type))
      step.refuse("R2", gap,
                  fmt::format("{} is {}, '{}' is {}", param.name.text(), ir::name(param.type.scalar), text.text,
                              ir::name(e.type())));
    return e;
  }

  static bool is_of_kind(const ir::Expr& e, const ir::Type& wanted) {
    if (ir::is_integer_control(wanted.scalar)) return ir::is_integer_control(e.type());
    if (wanted.scalar == ir::Scalar::bool_) return e.type() == ir::Scalar::bool_;
    const bool is_place = e.as<ir::Read>() || e.as<ir::WindowExpr>();
    const bool is_open = e.type() == ir::Scalar::R || wanted.scalar == ir::Scalar::R;
    return is_place && ir::is_data(e.type()) &&
           (is_open ? ir::same_kind(e.type(), wanted.scalar) : e.type() == wanted.scalar);
  }

  // A name alone is the whole tensor, which a parameter that is no window wants.
  static ir::Expr tensor(const StepContext& step, const Path& gap, const Text& text, const ir::Arg& param) {
    const ir::Expr e = step.parse_window(text, gap);
    const ir::WindowExpr& w = *e.as<ir::WindowExpr>();
    const bool whole = is_identifier(text.text);
    const bool strided = !whole || step.declared(w.base).type.is_window;
    if (strided && !param.type.is_window)
      step.refuse("R2", gap, fmt::format("{} is a whole tensor, '{}' is a window", param.name.text(), text.text));
    if (ir::window_shape(w).size() != param.type.shape.size())
      step.refuse("R2", gap,
                  fmt::format("{} has {} dimension(s), '{}' has {}", param.name.text(), param.type.shape.size(),
                              text.text, ir::window_shape(w).size()));
    return whole ? ir::read(w.base, {}, w.type) : e;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering lower = step.fresh_lower();
    std::vector<Formula> facts = analysis::facts_at(lower, step.ir(), s.gap);
    analysis::CallConditions c = analysis::call_conditions(lower, s.call, facts);
    auto given = [](std::vector<smt::Query> list) { return [list] { return list; }; };
    return {{"S1", {{"", given(c.asserts)}}, s.gap, "guard the place with an if, or choose other arguments"},
            {"S2", {{"", given(c.bounds)}}, s.gap, "guard the place with an if, or choose other arguments"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.insert(s.gap, {s.call}); }
};

}  // namespace

Primitive insert_noop_call_primitive() {
  return describe<InsertNoopCall>("insert_noop_call", "statements",
                                  "call a procedure that does nothing but help the machine, such as a prefetch");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc insert_noop_call(const Proc& p, const GapPlace& gap, const Proc& callee, const std::vector<std::string>& args) {
  return rewrite::apply<rewrite::InsertNoopCall>("insert_noop_call", p, {{gap}, callee, args});
}

}  // namespace tessera
