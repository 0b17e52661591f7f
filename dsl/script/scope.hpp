// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>

#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// A library as a schedule names it: `hw`, or `hw.f64` for the part of that element type.
struct LibraryName {
  std::string name;
  std::optional<ir::Scalar> type;
  std::string text() const;
};

/// The values of a schedule's names during its execution.
class Scope {
 public:
  /// Throws InputError when two libraries have one name.
  Scope(const Inputs&, ContextRef);

  /// Variables of the schedule hide settings; these hide definitions of the program and the libraries. Null: unknown.
  const rewrite::Value* find(const std::string& name);
  void set(const std::string& name, rewrite::Value value);
  /// The value of the name by `--set`, even if the schedule assigned to it. Null: none.
  const rewrite::Value* setting(const std::string& name);

  /// `neon`, `hw`, and `program` for the program itself.
  bool is_library(const std::string& name) const { return libraries_.count(name) > 0; }
  /// The element types that may follow the name: of a whole hardware library.
  std::vector<ir::Scalar> types(const LibraryName& library) const;
  std::optional<rewrite::Value> member(const LibraryName& library, const std::string& name) const;

  /// The variables assigned by the schedule, by name.
  std::map<std::string, const rewrite::Value*> variables() const;

  /// For suggestions.
  std::vector<std::string> names() const;
  std::vector<std::string> members(const LibraryName& library) const;
  /// Throws InputError for an unused `--set`: most likely it is misspelled.
  void check_settings_used() const;

 private:
  void add_library(const std::string& name, syntax::Module module);
  void add_names(const syntax::Module&);

  ContextRef context_;
  std::map<std::string, rewrite::Value> names_;
  std::map<std::string, syntax::Module> libraries_;
  std::map<std::string, rewrite::Value> settings_;
  std::set<std::string> hidden_;  ///< names assigned by the schedule, and p
  std::set<std::string> asked_;   ///< settings that were read
  std::set<std::string> wanted_;  ///< arguments of setting()
};

}  // namespace tessera::script
