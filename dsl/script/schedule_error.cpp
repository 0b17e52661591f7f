// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/schedule_error.hpp"

#include <algorithm>

namespace tessera::script {

void fail_at(SrcLoc loc, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "schedule";
  d.loc = loc;
  d.message = message;
  d.hint = hint;
  throw InputError(d);
}

void fail_at(const syntax::ScheduleLine* line, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "schedule";
  d.message = message;
  d.hint = hint;
  if (line) {
    d.loc = line->loc;
    d.source_line = line->source_line;
  }
  throw InputError(d);
}

void rethrow_at(const Error& e, SrcLoc loc, const syntax::ScheduleLine* line) {
  Diagnostic d = e.diagnostic();
  if (!d.loc || (d.loc.file && d.loc.file->starts_with("<"))) {
    if (d.loc && !d.source_line.empty())
      d.notes.insert(
          d.notes.begin(),
          {{}, d.source_line + "\n" + std::string(static_cast<std::size_t>(std::max(0, d.loc.column - 1)), ' ') + "^"});
    d.loc = loc;
    d.source_line.clear();
  }
  if (line && d.source_line.empty() && d.loc.file == line->loc.file && d.loc.line == line->loc.line)
    d.source_line = line->source_line;
  if (e.exit_code() == ExitCode::bad_input) throw InputError(d);
  if (e.exit_code() == ExitCode::bug) throw Error(ExitCode::bug, d);
  throw SchedulingError(d, e.exit_code());
}

}  // namespace tessera::script
