// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "tests/unit/forwarding.hpp"

namespace tessera::test {

using ir::Path;

namespace {

std::vector<Cursor> all_cursors(const Proc& p) {
  std::vector<Cursor> out;
  for (const ArgCursor& a : p.args()) out.push_back(a);
  for (const Path& path : fuzz::expression_paths(p.ir())) out.emplace_back(p, Cursor::Kind::expr, path);
  for (const Path& path : fuzz::statement_paths(p.ir())) {
    const Cursor s(p, Cursor::Kind::stmt, path);
    out.push_back(s);
    out.push_back(s.before());
    out.push_back(s.after());
    if (ir::stmt_at(p.ir(), path.sibling(1))) out.push_back(s.expand(0, 1));
  }
  return out;
}

std::optional<Cursor> forwarded(const Proc& p, const Cursor& c) {
  try {
    return p.forward(c);
  } catch (const SchedulingError& e) {
    CHECK(e.diagnostic().code == "cursor");
    CHECK(e.diagnostic().message != "");
    return std::nullopt;
  }
}

}  // namespace

Carried check_composition(const Proc& last) {
  Carried counts;
  std::vector<Cursor> on_the_way;  // of all versions so far, forwarded step by step; those that ended are not there
  std::vector<Cursor> first;       // as they were made
  for (const VersionRef& v : last.history()) {
    const Proc p(v, last.context());
    std::vector<Cursor> now, made;
    for (std::size_t i = 0; i < on_the_way.size(); ++i)
      if (std::optional<Cursor> next = forwarded(p, on_the_way[i])) now.push_back(*next), made.push_back(first[i]);
      else ++counts.gone;
    for (const Cursor& c : all_cursors(p)) now.push_back(c), made.push_back(c);
    on_the_way = std::move(now), first = std::move(made);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::optional<Cursor> at_once = forwarded(last, first[i]);
    INFO(first[i].show() << "\n" << on_the_way[i].show());
    CHECK((at_once && *at_once == on_the_way[i] && at_once->kind() == first[i].kind()));
  }
  counts.kept = static_cast<int>(first.size());
  return counts;
}

}  // namespace tessera::test
