// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "fuzz/counts.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// A fault that the checks of a program as written missed: a read of an unwritten value.
std::optional<Finding> as_written(const Subject&, const Settings&);
/// A fault of the last step of `p`: in an output, the proof of bounds, the printed text, the forwarding; or a copy that
/// never runs.
std::optional<Finding> after_step(const Subject&, const Settings&, const Proc& p, Counts&);
/// A fault of the whole history of `p`, from the text `program`: its trace gives another result, or it differs from the
/// procedure as written.
std::optional<Finding> after_all(const std::string& program, const Settings&, const Proc& p, Counts&);

/// A result with assumptions that the settings did not ask for: it may differ.
bool is_unsafe(const Subject&, const Proc& p);

}  // namespace tessera::fuzz
