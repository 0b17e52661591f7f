// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/diagnostic.hpp"

namespace tessera {

/// An error for a move without a target, a property that the node lacks, or a node that is gone.
[[noreturn]] inline void cursor_error(const std::string& message, const std::string& hint = "",
                                      std::vector<Note> notes = {}) {
  Diagnostic d;
  d.code = "cursor";
  d.message = message;
  d.hint = hint.empty() ? "`tessera show --after N` prints the program as it is after N steps" : hint;
  d.notes = std::move(notes);
  throw SchedulingError(d);
}

}  // namespace tessera
