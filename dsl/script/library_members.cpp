// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/library_members.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/script/schedule_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {

using rewrite::Value;
using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

namespace {

// The program has no type, and a typed view has no other type.
std::optional<ir::Scalar> data_type(const LibraryName& library, const std::string& name) {
  const std::optional<ir::Scalar> type = ir::scalar_named(name);
  return type && ir::is_data(*type) && !library.type && library.name != "program" ? type : std::nullopt;
}

std::string types_hint(const std::vector<ir::Scalar>& types) {
  std::vector<std::string_view> names;
  for (ir::Scalar t : types) names.push_back(ir::name(t));
  return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

}  // namespace

std::optional<LibraryName> LibraryMembers::library(const ScheduleExpr& e) {
  if (e.kind == Kind::name && scope_.is_library(e.text)) return LibraryName{e.text, {}};
  if (e.kind != Kind::attribute && e.kind != Kind::index) return std::nullopt;
  std::optional<LibraryName> whole = library(e.items[0]);
  if (!whole) return std::nullopt;
  const std::string wanted = e.kind == Kind::attribute ? e.text : key_(e);
  const std::optional<ir::Scalar> type = data_type(*whole, wanted);
  const std::vector<ir::Scalar> held = scope_.types(*whole);
  if (!type && !held.empty() && !scope_.member(*whole, wanted))
    fail_at(e.loc, fmt::format("the library {} has no element type '{}'", whole->name, wanted), types_hint(held));
  if (!type) return member(e, *whole, wanted), std::nullopt;
  if (std::find(held.begin(), held.end(), *type) == held.end())
    fail_at(e.loc, fmt::format("the library {} has nothing of {}", whole->name, wanted), types_hint(held));
  return LibraryName{whole->name, type};
}

Value LibraryMembers::member(const ScheduleExpr& e, const LibraryName& from, const std::string& wanted) {
  if (std::optional<Value> v = scope_.member(from, wanted)) return *v;
  if (const std::optional<LibraryName> part = data_type(from, wanted) ? library(e) : std::nullopt)
    fail_at(e.loc, fmt::format("{} is a library", part->text()),
            fmt::format("name what it has: {}.load", part->text()));
  const std::string near = syntax::nearest(wanted, scope_.members(from));
  if (from.name == "program") fail_at(e.loc, fmt::format("the program has no '{}'", wanted), near);
  fail_at(e.loc, fmt::format("the library {} has no '{}'", from.text(), wanted),
          near.empty() ? members_hint(from) : near);
}

std::string LibraryMembers::members_hint(const LibraryName& library) const {
  constexpr const char* of_one_type =
      "an instruction whose first data argument is {0}, the role of one, `memory` (the first register memory that "
      "holds {0}) or `lanes` ({0} in a register of that)";
  constexpr const char* of_all_types =
      "a procedure or memory of it, a role of one of its instructions, `memory` (its first register memory), `lanes` "
      "(f32 in a register) or an element type; ";
  return library.type ? fmt::format(of_one_type, ir::name(*library.type))
                      : of_all_types + types_hint(scope_.types(library));
}

}  // namespace tessera::script
