// SPDX-License-Identifier: Apache-2.0
#include "schedules/combinators.hpp"

#include <fmt/format.h>

#include "dsl/rewrite/suppress_diagnostics.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schedules {
namespace {

std::string head(const std::string& text, int lines) {
  std::size_t end = 0;
  for (int i = 0; i < lines && end != std::string::npos; ++i) end = text.find('\n', end + (i > 0));
  return end == std::string::npos ? text : text.substr(0, end) + "\n  …";
}

[[noreturn]] void no_progress(const Proc& p, int limit) {
  Diagnostic d;
  d.code = "repeat";
  d.message = fmt::format("the operation is still accepted after {} times: it makes no progress", limit);
  d.hint =
      fmt::format("let it refuse when there is nothing left to do, or give a higher limit; the procedure is now\n{}",
                  head(p.text(), 12));
  throw SchedulingError(d);
}

}  // namespace

Operation seq(std::initializer_list<Operation> steps) {
  return [steps = std::vector(steps)](const Proc& p) {
    Proc now = p;
    for (const Operation& step : steps) now = step(now);
    return now;
  };
}

std::optional<Proc> try_do(const Proc& p, const Operation& operation) {
  const SuppressDiagnostics suppressed(*p.context());  // nobody reads why
  try {
    return operation(p);
  } catch (const SchedulingError& e) {
    if (e.exit_code() != ExitCode::refused) throw;
    return std::nullopt;
  }
}

Proc attempt(const Proc& p, const Operation& operation) { return try_do(p, operation).value_or(p); }

Proc first_of(const Proc& p, std::initializer_list<Operation> choices) {
  for (auto choice = choices.begin(); choice + 1 < choices.end(); ++choice)
    if (std::optional<Proc> done = try_do(p, *choice)) return *done;
  return (*(choices.end() - 1))(p);
}

Proc repeat(const Proc& p, const Operation& operation, int limit) {
  Proc now = p;
  for (int i = 0; i < limit; ++i) {
    std::optional<Proc> next = try_do(now, operation);
    if (!next) return now;
    now = *std::move(next);
  }
  no_progress(now, limit);
}

Operation predicate(std::function<bool(const Proc&)> when, Operation then) {
  return [when = std::move(when), then = std::move(then)](const Proc& p) { return when(p) ? then(p) : p; };
}

Proc for_each(Proc p, const std::vector<Cursor>& places,
              const std::function<Proc(const Proc&, const Cursor&)>& operation) {
  for (const Cursor& c : places)
    if (std::optional<Cursor> now = still_there(p, c)) p = operation(p, *now);
  return p;
}

}  // namespace tessera::schedules
