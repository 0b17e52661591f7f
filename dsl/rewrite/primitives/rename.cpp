// SPDX-License-Identifier: Apache-2.0
// rename — give the procedure another name.
//   def f(…)   -->   def g(…)
// Args:    name: the new one.
// Shape:   R1 the new name is an identifier.  R2 it calls no procedure of that name.
// Forward: every cursor stays valid.
// Example: gives_another_name
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct Rename {
  struct Args {
    std::string name;
    static constexpr auto fields() { return std::tuple{required("name", &Args::name)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the name is an identifier: a letter or _, then letters, digits and _, and no word of the language"},
      {"R2", "the procedure calls none of that name"}};
  using Shape = std::string;

  static Shape shape(StepContext& step, const Args& a) {
    require_identifier(step, {}, a.name, "R1");
    if (calls(step.ir().body, a.name))
      step.refuse("R2", {}, step.ir().name + " calls a procedure " + a.name, "choose another name");
    return a.name;
  }
  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }
  static void rewrite(StepContext&, const Shape& name, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) { p.name = name; });
  }
};

}  // namespace

Primitive rename_primitive() { return describe<Rename>("rename", "procedures", "give the procedure another name"); }

}  // namespace tessera::rewrite

namespace tessera {

Proc rename(const Proc& p, const std::string& name) { return rewrite::apply<rewrite::Rename>("rename", p, {name}); }

}  // namespace tessera
