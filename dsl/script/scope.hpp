// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>

#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// A library as a schedule names it: `hw`, or `hw.f64` for what it has of that element type.
struct LibraryName {
  std::string name;
  std::optional<ir::Scalar> type;
  std::string text() const;
};

/// What the names of a schedule stand for while it is carried out.
class Scope {
 public:
  /// Throws InputError when two libraries would answer to one name.
  Scope(const Inputs&, ContextRef);

  /// Variables of the schedule hide settings, these hide what the program and the libraries declare. Null: unknown.
  const rewrite::Value* find(const std::string& name);
  void set(const std::string& name, rewrite::Value value);
  /// The value that `--set` gives to the name, whatever the schedule assigned to it. Null: none.
  const rewrite::Value* setting(const std::string& name);

  /// `neon`, `hw`, and `program` for the program itself.
  bool is_library(const std::string& name) const { return libraries_.count(name) > 0; }
  /// The element types that may follow the name: of a whole hardware library.
  std::vector<ir::Scalar> types(const LibraryName& library) const;
  std::optional<rewrite::Value> member(const LibraryName& library, const std::string& name) const;

  /// What the schedule has assigned to, by name.
  std::map<std::string, const rewrite::Value*> variables() const;

  /// For suggestions.
  std::vector<std::string> names() const;
  std::vector<std::string> members(const LibraryName& library) const;
  /// Throws InputError when `--set` names something that nobody asked for: most likely it is misspelled.
  void check_settings_used() const;

 private:
  void add_library(const std::string& name, syntax::Module module);
  void add_names(const syntax::Module&);

  ContextRef context_;
  std::map<std::string, rewrite::Value> names_;
  std::map<std::string, syntax::Module> libraries_;
  std::map<std::string, rewrite::Value> settings_;
  std::set<std::string> hidden_;  ///< names that the schedule has assigned to, and p
  std::set<std::string> asked_;   ///< settings that were read
  std::set<std::string> wanted_;  ///< names that setting() asked for
};

}  // namespace tessera::script
