// SPDX-License-Identifier: Apache-2.0
#pragma once
// The arguments of a step in its record: values, rendered as text only for output.
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "dsl/ir/path.hpp"

namespace tessera {

struct Version;
using VersionRef = std::shared_ptr<const Version>;

/// The kinds of cursors.
enum class CursorKind { stmt, expr, block, gap, arg };

/// A cursor of the procedure before the step; never an argument, which is recorded by its name.
struct RecordedPlace {
  CursorKind kind = CursorKind::stmt;
  ir::Path path;
  int count = 1;                     ///< block: how many statements
  mutable std::string pattern = {};  ///< cache: the statement's pattern, once a text has used it
  bool operator==(const RecordedPlace& other) const {
    return kind == other.kind && path == other.path && count == other.count;
  }
};

struct RecordedValue;
using RecordedValues = std::vector<RecordedValue>;
struct RecordedValue {
  std::variant<bool, std::int64_t, std::string, RecordedPlace, VersionRef, ir::MemoryRef, ir::ConfigRef, RecordedValues>
      data;
  bool operator==(const RecordedValue& other) const { return data == other.data; }
};

struct RecordedArgument {
  std::string name;
  RecordedValue value;
};
using RecordedArguments = std::vector<RecordedArgument>;

namespace rewrite {

/// The string as a schedule literal.
std::string quoted(const std::string&);

/// The names in a text for values that an argument does not spell out.
struct ArgumentNames {
  std::string subject = "p";  ///< the variable that holds the procedure before the step
  std::function<std::string(const VersionRef&)> procedure;
  std::function<std::string(const ir::MemoryRef&)> memory;
  std::function<std::string(const ir::ConfigRef&)> config;
  std::function<std::string(const std::string&)> string;  ///< a literal
  /// For schedules: bare names for all declared in files.
  static ArgumentNames bare();
};

/// A search from the subject: `p.find('i').child(1)`. `before` is the version before the step.
std::string place_text(const RecordedPlace&, const Version& before, const ArgumentNames&);
/// The value in schedule syntax.
std::string text_of(const RecordedValue&, const Version& before, const ArgumentNames& = ArgumentNames::bare());

/// The procedures among the values, in order.
std::vector<VersionRef> procedures_in(const RecordedArguments&);

}  // namespace rewrite
}  // namespace tessera
