// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "fuzz/counts.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// What the checks of a program as written let through: a read of what was never written.
std::optional<Finding> as_written(const Subject&, const Settings&);
/// What the last step of `p` broke: the value of an output, the proof of bounds, the printed text, where it says that
/// nodes went; or a copy that never runs.
std::optional<Finding> after_step(const Subject&, const Settings&, const Proc& p, Counts&);
/// What the whole history of `p`, which began with the text `program`, broke: its trace leads elsewhere, or it differs
/// from the procedure as written.
std::optional<Finding> after_all(const std::string& program, const Settings&, const Proc& p, Counts&);

/// A result that leans on what nobody proved and the settings did not ask for: it may well differ.
bool is_unsafe(const Subject&, const Proc& p);

}  // namespace tessera::fuzz
