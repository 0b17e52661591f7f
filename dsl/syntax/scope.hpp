// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/ir/walk.hpp"

namespace tessera::syntax {

/// The variables in scope of a text, innermost last, and its configs.
class Scope {
 public:
  struct Entry {
    std::string name;
    ir::Sym sym;
    ir::Declaration declaration;
  };

  Scope() = default;
  /// Outermost first; a later variable hides an earlier one of the same name.
  explicit Scope(const std::vector<std::pair<ir::Sym, ir::Declaration>>& variables,
                 std::vector<ir::ConfigRef> configs = {});

  void bind(ir::Sym sym, ir::Declaration declaration);
  /// Binds a variable to its printed name (`ir::Names`), which may differ from its text.
  void bind(std::string name, ir::Sym sym, ir::Declaration declaration);
  /// A number of lanes, which has a name.
  void define(std::string name, std::int64_t value) { numbers_.emplace_back(std::move(name), value); }
  void add(ir::ConfigRef config) { configs_.push_back(std::move(config)); }

  const Entry* find(std::string_view name) const;  ///< null when unknown
  const Entry* find(ir::Sym) const;
  /// Null for other names, and for variables.
  const std::int64_t* number(std::string_view name) const;
  bool has_numbers() const { return !numbers_.empty(); }
  ir::ConfigRef config(std::string_view name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> config_names() const;

  /// The current size, to return to at the end of a block.
  std::size_t mark() const { return entries_.size(); }
  void leave(std::size_t mark) { entries_.resize(mark); }

 private:
  std::vector<Entry> entries_;
  std::vector<std::pair<std::string, std::int64_t>> numbers_;
  std::vector<ir::ConfigRef> configs_;
};

}  // namespace tessera::syntax
