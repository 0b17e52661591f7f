// SPDX-License-Identifier: Apache-2.0
// delete_buffer — drop an allocation that nothing uses.
//   x: T[n]; s   -->   s                                                             (s does not mention x)
// Shape:   R1 the buffer is an allocation.   R2 nothing uses it: a buffer that is only written is in use too.
// Forward: the allocation is gone, or `pass` where it was the only statement; all else stays.
// Example: drops_what_nothing_uses
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::rewrite {
namespace {

struct DeleteBuffer {
  struct Args {
    BufferPlace buffer;
    static constexpr auto fields() { return std::tuple{required("buffer", &Args::buffer)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the buffer is an allocation"}, {"R2", "nothing uses the buffer"}};

  struct Shape {
    Path alloc;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument");
    for (const ir::Stmt& s : statements(step.ir(), scope_of(step.ir(), *b.alloc)))
      if (ir::mentions(s, b.name))
        step.refuse("R2", *b.alloc, b.name.text() + " is used by " + first_line(ir::print(s)));
    return {*b.alloc};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { erase_or_pass(edit, s.alloc); }
};

}  // namespace

Primitive delete_buffer_primitive() {
  return describe<DeleteBuffer>("delete_buffer", "buffers", "drop an allocation that nothing uses");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc delete_buffer(const Proc& p, const BufferPlace& buffer) {
  return rewrite::apply<rewrite::DeleteBuffer>("delete_buffer", p, {{buffer}});
}

}  // namespace tessera
