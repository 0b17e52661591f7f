// SPDX-License-Identifier: Apache-2.0
// make_instr — turn the procedure into an instruction: calls of it become a C text.
//   def f(…): s   -->   @instr("C template") def f(…): s
// The body stays as the meaning. That the C does what the body says is not proved: the step assumes it, and
// so does every procedure that calls the instruction. An instruction of a hardware library is not marked so: the
// library is what the user trusts, and its conformance test is the evidence.
// Shape:   R1 the template is not empty.  R2 its placeholders are arguments.
// Forward: every cursor stays valid.
// Example: replaces_what_it_does
#include <fmt/format.h>

#include "dsl/ir/placeholder.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/support/words.hpp"

namespace tessera::rewrite {
namespace {

struct MakeInstr {
  struct Args {
    std::string c_template;
    std::vector<std::string> headers, flags;
    std::string feature;
    static constexpr auto fields() {
      return std::tuple{required("c_template", &Args::c_template), optional_field("headers", &Args::headers),
                        optional_field("flags", &Args::flags), optional_field("feature", &Args::feature)};
    }
  };
  static constexpr Condition conditions[] = {{"R1", "the template is not empty"},
                                             {"R2", "its placeholders are arguments"}};

  struct Shape {
    ir::InstrInfo info;
    std::string name;
  };

  static Shape shape(StepContext& step, const Args& a) {
    if (a.c_template.find_first_not_of(" \t\n") == std::string::npos)
      step.refuse("R1", {}, "the template has no text",
                  "an instruction that does nothing is deleted where it is called");
    if (const auto fault = ir::template_fault(step.ir(), a.c_template))
      step.refuse("R2", {}, fault->what, ir::placeholder_hint(step.ir()));
    std::vector<std::string> flags;
    for (const std::string& text : a.flags)
      for (std::string& flag : words_of(text)) flags.push_back(std::move(flag));
    return {{a.c_template, a.headers, flags, a.feature, {}}, step.ir().name};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static std::vector<std::string> unsafe(const Shape& s) {
    return {fmt::format("make_instr: the C of {} does what its body says", s.name)};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) { p.instr = s.info; });
  }
};

}  // namespace

Primitive make_instr_primitive() {
  return describe<MakeInstr>("make_instr", "procedures", "turn the procedure into an instruction, given its C");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc make_instr(const Proc& p, const std::string& c_template, const std::vector<std::string>& headers,
                const std::vector<std::string>& flags, const std::string& feature) {
  return rewrite::apply<rewrite::MakeInstr>("make_instr", p, {c_template, headers, flags, feature});
}

}  // namespace tessera
