// SPDX-License-Identifier: Apache-2.0
// set_window — let an argument be a window, with strides of the caller's, or a dense tensor.
//   A: T[n]   <-->   A: [T][n]
// Args:    is_window: false makes it dense.
// Shape:   R1 the name is a tensor argument.
//          R2 a callee that gets the whole of it takes windows.
// Safety:  S1 calls find their asserts true when the strides are the caller's.
//          S2 a window becomes dense only if the asserts say that its strides are: callers give such already.
// Forward: everything stays.
// Example: an_argument_becomes_a_window
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct SetWindow {
  struct Args {
    BufferPlace buffer;
    bool is_window = true;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), optional_field("is_window", &Args::is_window)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the name is a tensor argument"},
      {"R2", "a callee that gets the whole of it takes a window"},
      {"S1", "calls that get the argument find their asserts true, whatever its strides"},
      {"S2", "a window that becomes a dense tensor has dense strides by the asserts"}};

  struct Shape {
    BufferAt buffer;
    bool is_window;
    Range body;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (b.alloc || !b.type.is_tensor())
      step.refuse("R1", b.alloc.value_or(Path{}), b.name.text() + " is not a tensor argument");
    const Range body = Range::whole_body(step.ir());
    if (a.is_window) require_windows(step, b, body, "R2");
    return {b, a.is_window, body};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    auto calls = [&step, after, s] { return call_preconditions(step.lower_of(*after), *after, s.body, s.buffer.name); };
    const std::string& name = s.buffer.name.text();
    Obligation dense =
        analysis::obligation("S2", s.body.first, analysis::preconditions(step.lower(), step.ir()),
                             dense_strides(step, s), "the strides of " + name + " are those of a dense tensor");
    dense.hint = "assert stride(" + name + ", 0) == ...";
    return {{"S1", {{"", calls}}, s.body.first, "assert the stride that the callee wants"}, dense};
  }

  static Formula dense_strides(StepContext& step, const Shape& s) {
    std::vector<Formula> parts;
    if (s.is_window) return Formula::constant(true);
    Affine dense = 1;
    for (std::size_t d = s.buffer.type.shape.size(); d-- > 0;) {
      parts.push_back(smt::eq(step.lower().stride(s.buffer.name, static_cast<int>(d)), dense));
      dense = step.terms().product(dense, step.lower().index(s.buffer.type.shape[d]));
    }
    return Formula::all(std::move(parts));
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) { p.args.at(s.buffer.arg).type.is_window = s.is_window; });
  }
};

}  // namespace

Primitive set_window_primitive() {
  return describe<SetWindow>("set_window", "annotations", "let an argument be a window, or a dense tensor");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc set_window(const Proc& p, const BufferPlace& buffer, ArgForm form) {
  return rewrite::apply<rewrite::SetWindow>("set_window", p, {{buffer}, form == ArgForm::window});
}

}  // namespace tessera
