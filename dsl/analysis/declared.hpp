// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dsl/ir/difference.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::analysis {

class Declared;
using DeclaredRef = std::shared_ptr<const Declared>;

/// The declarations of a procedure. The first version takes a walk over the whole procedure, a step's result only one
/// over the change. So they are kept in layers: changes on top of the version before.
class Declared {
 public:
  explicit Declared(const ir::Procedure&);

  /// The declaration of a variable of this version or an earlier one; null without one.
  const ir::Declaration* find(ir::Sym) const;
  const ir::Declaration& at(ir::Sym) const;
  /// Of the procedure: callers own its memory.
  bool is_argument(ir::Sym) const;
  /// Whether a variable of the procedure (not of a callee) has this text.
  bool has_text(const std::string& text) const { return named(text).all > 0; }
  /// The same for buffers and windows: later statements may name them.
  bool has_buffer_text(const std::string& text) const { return named(text).buffers > 0; }
  /// "Config.field", also those written by callees.
  const std::set<std::string>& written_configs() const { return written_configs_; }
  /// False: neither this version nor an earlier one has windows.
  bool may_have_windows() const { return has_windows_; }

  /// The declarations of a procedure with the same arguments and these differences from the procedure of `before`.
  /// Nothing where a walk is needed: where fields are written, or windows may have changed.
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

  std::unordered_set<ir::Sym> arguments_;         ///< in the lowest layer: all versions have the same
  ir::Declarations declarations_;                 ///< new or changed against the layer below
  std::unordered_map<std::string, Count> texts_;  ///< number of variables with the text, relative to the layer below
  std::set<std::string> written_configs_;
  bool has_windows_ = false;
  DeclaredRef below_;
};

}  // namespace tessera::analysis
