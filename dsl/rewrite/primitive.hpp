// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dsl/rewrite/place.hpp"

namespace tessera {

namespace rewrite {

/// An argument of a primitive as a schedule file gives it.
struct Value;
using Values = std::vector<Value>;
struct Value {
  std::variant<std::monostate, bool, std::int64_t, std::string, Values, Cursor, Proc, ir::MemoryRef, ir::ConfigRef>
      data;
};
struct CallArguments {
  Values positional;
  std::vector<std::pair<std::string, Value>> named;
};

/// A condition of a primitive: R* of shape, S* of safety. Error messages, tests and docs name its id.
struct Condition {
  std::string_view id;
  std::string_view text;
  /// Never refuses: without a proof the primitive makes a rewrite that is right anyway.
  bool chooses = false;
};

}  // namespace rewrite

struct Parameter {
  std::string name;
  std::string kind;  ///< "loop", "statement", "integer", …
  bool optional = false;
};

/// The description of a primitive: feeds schedule files, --help, the generated docs and the coverage test.
struct Primitive {
  std::string name;
  std::string group;
  std::string summary;
  std::string known_as;  ///< names in other systems, from primitives.def; see alias.hpp
  std::vector<Parameter> parameters;
  std::vector<rewrite::Condition> conditions;
  /// Throws SchedulingError when a condition fails, InputError when the arguments are not of its kinds.
  std::function<Proc(const Proc&, const rewrite::CallArguments&)> apply;
};

/// All primitives, in the order of primitives.def.
const std::vector<Primitive>& primitives();
const Primitive* find_primitive(std::string_view name);

}  // namespace tessera
