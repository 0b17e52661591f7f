// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::codegen {

/// A CheckError about a statement, which is printed under the message.
[[noreturn]] void refuse(const std::string& code, const std::string& message, const ir::Stmt&,
                         const std::string& hint = "");
/// The same without a statement.
[[noreturn]] void refuse(const std::string& code, const std::string& message, SrcLoc, const std::string& hint = "");

}  // namespace tessera::codegen
