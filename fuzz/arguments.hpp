// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "fuzz/dice.hpp"
#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// Chooses arguments of a primitive by their kinds: existing places, texts over names in scope, names, numbers. Each
/// choice guides the next: a second loop is often the neighbour of the first.
class ArgumentChooser {
 public:
  ArgumentChooser(Dice&, const Subject&, const Proc&);
  /// Nothing when the procedure has no place of a required kind.
  std::optional<rewrite::CallArguments> choose(const Primitive&);

 private:
  using Value = rewrite::Value;
  std::optional<Value> value(const Parameter&);
  std::optional<Value> place(const Parameter&);
  std::optional<Value> one(const std::vector<Cursor>& from);
  std::optional<Cursor> likely(const std::vector<Cursor>& from);
  std::optional<Value> block();
  std::optional<Value> alike_expressions();
  std::optional<Value> procedure();
  Proc declared_procedure();
  std::optional<Value> many_procedures();
  void guess_callee();
  Value text(const Parameter&);
  std::string string(const Parameter&);
  rewrite::Values strings(const Parameter&);
  rewrite::Values integers(const Parameter&);
  std::int64_t integer(const Parameter&);

  // argument_texts.cpp: expressions over the names in scope at the anchor
  struct Scope {
    std::vector<std::string> counters;  ///< loop counters, innermost last
    std::vector<const ir::For*> loops;  ///< theirs
    std::vector<std::string> sizes;     ///< integer arguments
  };
  Scope scope() const;
  std::string index_text();
  std::string extent_text();
  std::string bound_text();
  std::string later_end_text();
  std::string condition_text();
  std::string value_text();
  std::string stride_text();
  std::string window_text();
  rewrite::Values arguments_of_call();
  std::string argument_text(const ir::Arg&, const ir::Substitution& sizes);
  std::string dimension(const ir::Expr& index, const ir::Expr& extent, const ir::Names&);
  std::string some_window(const ir::Type&, const std::string& name, const std::vector<ir::Expr>& extents,
                          const ir::Names&);

  std::vector<Cursor> reads_and_writes() const;

  Dice& dice_;
  const Subject& subject_;
  Proc proc_;
  ir::Declarations declared_;
  std::vector<Cursor> statements_, expressions_, buffers_;
  std::map<std::string, std::vector<Cursor>> by_kind_;
  const Primitive* primitive_ = nullptr;
  std::optional<Cursor> anchor_;  ///< the place chosen last
  std::optional<Proc> callee_;    ///< the procedure chosen last
  std::optional<Proc> guessed_;   ///< the procedure to be chosen: it guides the choice of the block
  std::optional<std::string> field_;
};

/// The argument as a schedule file writes it.
std::string text_of(const rewrite::Value&, const Proc& before);
/// The call as a line of a schedule, on `p`.
std::string text_of(const Primitive&, const rewrite::CallArguments&, const Proc& before);

}  // namespace tessera::fuzz
