// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "dsl/ir/print.hpp"
#include "dsl/rewrite/context.hpp"

namespace tessera {

class Cursor;
class LoopCursor;
class BlockCursor;
class ArgCursor;

/// A procedure being scheduled, as a value: copying is cheap, primitives return new ones. Knows all earlier versions.
class Proc {
 public:
  Proc() = default;
  /// A procedure as written. Without a context it makes one.
  explicit Proc(ir::ProcRef ir, ContextRef context = nullptr);
  Proc(VersionRef version, ContextRef context) : version_(std::move(version)), context_(std::move(context)) {}

  const ir::Procedure& ir() const { return *version_->ir; }
  const ir::ProcRef& ref() const { return version_->ir; }
  const std::string& name() const { return ir().name; }
  /// The program text, in the parser's syntax.
  std::string text() const { return ir::print(ir()); }
  const VersionRef& version() const { return version_; }
  /// The declaration of each variable; perhaps also of variables of earlier versions.
  const analysis::Declared& declarations() const { return *version_->declared(); }
  const ContextRef& context() const { return context_; }
  /// The versions from the first to this one.
  std::vector<VersionRef> history() const;
  explicit operator bool() const { return version_ != nullptr; }

  // Cursors (cursor.hpp); a pattern that matches nothing throws SchedulingError and lists the nearest candidates.
  Cursor find(const std::string& pattern) const;
  std::vector<Cursor> find_all(const std::string& pattern) const;
  LoopCursor find_loop(const std::string& name) const;  ///< "i", "i #1", "i j", or a pattern
  Cursor find_alloc_or_arg(const std::string& name) const;
  BlockCursor body() const;
  std::vector<ArgCursor> args() const;
  /// The cursor of an older version, on this one. Throws SchedulingError when a step removed the node, or the cursor is
  /// not of an earlier version.
  Cursor forward(const Cursor&) const;
  /// The same, with its kind.
  template <class Typed> Typed forward(const Typed&) const;

  // Method spelling of two primitives, as in the papers.
  Proc rename(const std::string& name) const;
  template <class... Values> Proc partial_eval(Values... values) const;
  Proc partial_eval_values(const std::vector<std::int64_t>& values) const;

 private:
  VersionRef version_;
  ContextRef context_;
};

template <class... Values> Proc Proc::partial_eval(Values... values) const {
  return partial_eval_values({static_cast<std::int64_t>(values)...});
}

}  // namespace tessera
