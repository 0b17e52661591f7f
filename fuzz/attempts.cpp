// SPDX-License-Identifier: Apache-2.0
#include "fuzz/attempts.hpp"

#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"

namespace tessera::fuzz {

void Attempts::report(std::optional<Finding> finding) {
  if (!finding || has_finding()) return;
  finding->program = program_;
  out_.finding = std::move(finding);
}

std::optional<Proc> Attempts::step(const Primitive& primitive, const rewrite::CallArguments& args, const Proc& to) {
  ++out_.counts.primitives[primitive.name].tried;
  const std::string line = text_of(primitive, args, to) + "\n";
  const Finding attempt{"", primitive.name, "", program_, script::trace_text(to) + line};
  journal_(attempt);
  try {
    const Proc after = primitive.apply(to, args);
    if (after.version() == to.version()) return std::nullopt;
    ++out_.counts.primitives[primitive.name].accepted;
    return after;
  } catch (const Error& e) { refused(e, attempt); } catch (const std::exception& e) {
    report(Finding{"bug", primitive.name, e.what(), "", attempt.schedule});
  }
  return std::nullopt;
}

void Attempts::refused(const Error& e, const Finding& attempt) {
  Counts::OfPrimitive& count = out_.counts.primitives[attempt.primitive];
  const Diagnostic& d = e.diagnostic();
  if (e.exit_code() == ExitCode::bug) report(Finding{"bug", attempt.primitive, e.what(), "", attempt.schedule});
  if (e.exit_code() == ExitCode::undecided) ++count.undecided;
  if (e.exit_code() == ExitCode::refused) ++count.refused;
  if (d.counterexample && d.counterexample->replay.find("both agree") != std::string::npos)
    ++out_.counts.conservative[d.code];
}

}  // namespace tessera::fuzz
