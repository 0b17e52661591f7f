// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/rewrite/primitive.hpp"

namespace tessera::script {

using rewrite::CallArguments;
using rewrite::Value;
using rewrite::Values;

/// `self.method(args)` on procedures and cursors: the moves, searches and inspections of Proc and Cursor. Nothing for
/// an unknown method.
std::optional<Value> call_of(const Value& self, const std::string& method, const CallArguments& args);

/// The hint for an unknown primitive: "did you mean …", or where they are listed.
std::string primitives_hint(const std::string& name);
/// The methods of `self`, nearest names first.
std::string methods_hint(const Value& self, const std::string& method);

}  // namespace tessera::script
