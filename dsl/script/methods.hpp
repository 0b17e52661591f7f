#pragma once
#include <optional>
#include <string>

#include "dsl/rewrite/primitive.hpp"

namespace tessera::script {

using rewrite::CallArguments;
using rewrite::Value;
using rewrite::Values;

/// `self.method(args)` on procedures and cursors: the moves and searches of Proc and Cursor. Nothing for an unknown
/// method.
std::optional<Value> call_of(const Value& self, const std::string& method, const CallArguments& args);

/// "did you mean …" for a name that is no primitive.
std::string nearest_primitives(const std::string& name);

}  // namespace tessera::script
