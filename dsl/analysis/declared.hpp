// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "dsl/ir/difference.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::analysis {

class Declared;
using DeclaredRef = std::shared_ptr<const Declared>;

/// What a procedure says of its variables. To find it out takes a walk over all of it; what a step makes of the
/// procedure is found out from what the step changed. So it is kept in layers: what changed on top of what was.
class Declared {
 public:
  explicit Declared(const ir::Procedure&);

  /// The declaration, also of a variable that only an earlier version has; null where none had it.
  const ir::Declaration* find(ir::Sym) const;
  const ir::Declaration& at(ir::Sym) const;
  /// Some variable of the procedure itself has this text as its own.
  bool has_text(const std::string& text) const { return named(text).all > 0; }
  /// And is a buffer or a window: one that statements after its own may name.
  bool has_buffer_text(const std::string& text) const { return named(text).buffers > 0; }
  /// "Config.field", in procedures that it calls too.
  const std::set<std::string>& written_configs() const { return written_configs_; }
  /// Else it has none, nor had an earlier version.
  bool may_have_windows() const { return has_windows_; }

  /// Of a procedure with the same arguments which differs so from one of which `before` is known. Nothing where it has
  /// to be found out by a walk: where fields of configurations are written, and where windows may have become others.
  static DeclaredRef after(const DeclaredRef& before, const std::vector<ir::Difference>&);

 private:
  struct Count {
    int all = 0, buffers = 0;

    void add(const ir::Stmt& of, int count) {
      all += count;
      if (!of.as<ir::For>()) buffers += count;
    }
    void add(const Count& more) { all += more.all, buffers += more.buffers; }
    bool operator==(const Count&) const = default;
  };

  Declared() = default;
  Count named(const std::string& text) const;
  void take(const ir::Stmt&, const Declared& before, bool& has_windows);
  void merge_small_layers();

  ir::Declarations declarations_;                 ///< new in this layer, or others than below
  std::unordered_map<std::string, Count> texts_;  ///< how many more variables have them than below
  std::set<std::string> written_configs_;
  bool has_windows_ = false;
  DeclaredRef below_;
};

}  // namespace tessera::analysis
