// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/script/evaluate.hpp"

// What a hardware library promises to convolutions.
namespace tessera::kernels::conv {

/// Why `tessera conv` refuses the library for these types, "ui8,i8,i32", in the words of that refusal; nothing where
/// it takes them. Asked of a small convolution in one group: others may still be refused for their shape. Of a library
/// whose machines choose their number of lanes, as read for one of them.
std::optional<std::string> why_no_convolutions(const script::Library&, const std::string& types, const ContextRef&);

}  // namespace tessera::kernels::conv
