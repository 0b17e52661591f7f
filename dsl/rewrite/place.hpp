// SPDX-License-Identifier: Apache-2.0
#pragma once
// The places that primitives take: a pattern, or a cursor of a matching kind. A cursor of another kind does not
// compile; a dynamic Cursor, and a statement of unknown kind, are checked when the step runs.
#include <concepts>
#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dsl/rewrite/cursor.hpp"

namespace tessera {

/// A place of any kind.
using Place = std::variant<std::string, Cursor>;

template <class... Cursors> struct PlaceOf {
  template <class T> static constexpr bool accepts = std::convertible_to<T, std::string> || std::same_as<T, Place> ||
                                                     std::same_as<T, Cursor> || (std::same_as<T, Cursors> || ...);

  PlaceOf() = default;
  template <class T>
  requires accepts<std::decay_t<T>>
  explicit(false) PlaceOf(const T& given) : place(of(given)) {}

  Place place;

 private:
  template <class T> static Place of(const T& given) {
    if constexpr (std::derived_from<T, AnyCursor>) return Cursor(given);
    else if constexpr (std::same_as<T, Place>) return given;
    else return std::string(given);
  }
};

/// A statement.
struct StmtPlace : PlaceOf<StmtCursor, LoopCursor, IfCursor, AllocCursor, CallCursor> {
  using PlaceOf::PlaceOf;
};
/// A loop or an `if`; a pattern may be the name of a loop's counter.
struct ScopePlace : PlaceOf<StmtCursor, LoopCursor, IfCursor> {
  using PlaceOf::PlaceOf;
};
/// A loop; a pattern may be its counter's name ("i", "i #1", "i j").
struct LoopPlace : PlaceOf<StmtCursor, LoopCursor> {
  using PlaceOf::PlaceOf;
};
/// An allocation, or for some primitives an argument; a pattern may be its name.
struct BufferPlace : PlaceOf<StmtCursor, AllocCursor, ArgCursor> {
  using PlaceOf::PlaceOf;
};
/// An expression; a pattern means its first match.
struct ExprPlace : PlaceOf<ExprCursor> {
  using PlaceOf::PlaceOf;
};
/// One expression, or a list of them.
struct ExprPlaces {
  ExprPlaces() = default;
  template <class T>
  requires ExprPlace::accepts<std::decay_t<T>>
  explicit(false) ExprPlaces(const T& one) : all{ExprPlace(one)} {}
  ExprPlaces(const ExprPlace& one) : all{one} {}
  ExprPlaces(std::vector<ExprPlace> list) : all(std::move(list)) {}
  ExprPlaces(std::initializer_list<ExprPlace> list) : all(list) {}

  std::vector<ExprPlace> all;
};
/// One or more neighbouring statements.
struct BlockPlace : PlaceOf<BlockCursor, StmtCursor, LoopCursor, IfCursor, AllocCursor, CallCursor> {
  using PlaceOf::PlaceOf;
};
/// Between two statements: a cursor from before() or after(); a pattern means the gap after its statement.
struct GapPlace : PlaceOf<GapCursor> {
  using PlaceOf::PlaceOf;
};
/// A call; a pattern may be the callee's name.
struct CallPlace : PlaceOf<StmtCursor, CallCursor> {
  using PlaceOf::PlaceOf;
};

}  // namespace tessera
