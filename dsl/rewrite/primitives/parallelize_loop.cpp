// SPDX-License-Identifier: Apache-2.0
// parallelize_loop — run the iterations of a loop in parallel.
//   for i in seq(a,b): s   -->   for i in par(a,b): s
// What s allocates is each iteration's own.
// Shape:   R1 the loop is sequential.  R2 s writes no configuration: there is one for all iterations.
//          R3 s, and what it calls, allocates nothing static: that is one buffer for all iterations.
// Safety:  S1 s(i) and s(i') share no element for different i and i', unless both only read it. Sums into one place
//          are no exception.
// Forward: every cursor stays.
// Example: iterations_that_write_their_own
#include "dsl/ir/storage.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct ParallelizeLoop {
  struct Args {
    LoopPlace loop;
    static constexpr auto fields() { return std::tuple{required("loop", &Args::loop)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the loop is sequential"},
                                             {"R2", "the body writes no configuration"},
                                             {"R3", "the body, and what it calls, allocates nothing static"},
                                             {"S1", "different iterations share no element, unless both only read it"}};
  using Shape = LoopAt;

  static Shape shape(StepContext& step, const Args& a) {
    const LoopAt at = step.loop(a.loop);
    if (at.loop->mode == ir::LoopMode::par) step.refuse("R1", at.path, "it is parallel already");
    const std::set<std::string> written = analysis::written_configs(at.loop->body);
    if (!written.empty()) step.refuse("R2", at.path, "it writes " + *written.begin());
    if (ir::Sym name = ir::static_buffer(at.loop->body))
      step.refuse("R3", at.path, name.text() + " is static: one buffer for all iterations", "set_memory");
    return at;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& at) {
    auto queries = [&step, at] {
      return iterations_do_not_race(step.lower(), step.ir(), at.path, at.loop->body, at.loop->body);
    };
    return {{"S1", {{"", queries}}, at.path, "give each iteration an element of its own: expand_dim, or stage_mem"}};
  }

  static void rewrite(StepContext&, const Shape& at, Edit& edit) {
    ir::For loop = *at.loop;
    loop.mode = ir::LoopMode::par;
    edit.update(at.path, ir::Stmt(std::move(loop), ir::stmt_at(edit.proc(), at.path)->loc()));
  }
};

}  // namespace

Primitive parallelize_loop_primitive() {
  return describe<ParallelizeLoop>("parallelize_loop", "loops", "run the iterations of a loop in parallel");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc parallelize_loop(const Proc& p, const LoopPlace& loop) {
  return rewrite::apply<rewrite::ParallelizeLoop>("parallelize_loop", p, {{loop}});
}

}  // namespace tessera
