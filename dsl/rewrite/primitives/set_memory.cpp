// SPDX-License-Identifier: Apache-2.0
// set_memory — choose the memory of an allocation or argument.
//   x: T[n] @ M   -->   x: T[n] @ N
// A note for code generation, without meaning of its own; whether the memory can hold the type, and whether what reads
// and writes it may, is checked before code is generated.
// Args:    memory: the new one.
// Shape:   R1 the name is a buffer or a data scalar.
// Forward: everything stays.
// Example: of_an_allocation
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct SetMemory {
  struct Args {
    BufferPlace buffer;
    ir::MemoryRef memory;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("memory", &Args::memory)};
    }
  };
  static constexpr Condition conditions[] = {{"R1", "the name is a buffer or a scalar of a data type"}};

  struct Shape {
    BufferAt buffer;
    ir::MemoryRef memory;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (b.type.is_control()) step.refuse("R1", {}, b.name.text() + " is a control variable: it is in no memory");
    return {b, a.memory};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    if (!s.buffer.alloc) return edit.set_header([&](ir::Procedure& p) { p.args.at(s.buffer.arg).mem = s.memory; });
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.update(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, s.buffer.type, s.memory}, loc));
  }
};

}  // namespace

Primitive set_memory_primitive() {
  return describe<SetMemory>("set_memory", "annotations", "choose the memory of an allocation or argument");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc set_memory(const Proc& p, const BufferPlace& buffer, const ir::MemoryRef& memory) {
  return rewrite::apply<rewrite::SetMemory>("set_memory", p, {{buffer}, memory});
}

}  // namespace tessera
