// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/recorded_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/cursor/find.hpp"
#include "dsl/rewrite/proc.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {

std::string quoted(const std::string& s) {
  const char quote = s.find('\'') == std::string::npos ? '\'' : '"';
  std::string out(1, quote);
  for (char c : s) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  return out + quote;
}

namespace {

// In a longer procedure a place is said by the lists that lead to it: a search takes as long as the procedure is, now
// and whenever the trace is run.
constexpr std::size_t longest_searched = 5000;

std::string place_by_lists(const ir::Path& path) {
  std::string out = ".body()";
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (i > 0) out += path.steps[i].branch == ir::Branch::body ? ".body()" : ".orelse()";
    out += fmt::format("[{}]", path.steps[i].index);
  }
  return out;
}

// `statement`: of the place, or its neighbour where the place is a gap at the end of a list.
std::string find_call(const RecordedPlace& place, const ir::Path& statement, const Version& before,
                      const ArgumentNames& names) {
  if (before.size() > longest_searched) return names.subject + place_by_lists(statement);
  if (place.pattern.empty()) place.pattern = cursor::pattern_of(*before.ir, statement);
  return fmt::format("{}.find({})", names.subject, names.string(place.pattern));
}

struct Print {
  const Version& before;
  const ArgumentNames& names;

  std::string operator()(bool b) const { return b ? "True" : "False"; }
  std::string operator()(std::int64_t i) const { return std::to_string(i); }
  std::string operator()(const std::string& s) const { return names.string(s); }
  std::string operator()(const RecordedPlace& p) const { return place_text(p, before, names); }
  std::string operator()(const VersionRef& v) const { return v ? names.procedure(v) : ""; }
  std::string operator()(const ir::MemoryRef& m) const { return m ? names.memory(m) : ""; }
  std::string operator()(const ir::ConfigRef& c) const { return c ? names.config(c) : ""; }
  std::string operator()(const RecordedValues& list) const {
    std::vector<std::string> items;
    for (const RecordedValue& item : list) items.push_back(std::visit(*this, item.data));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
};

void collect(const RecordedValue& value, std::vector<VersionRef>& out) {
  if (const auto* v = std::get_if<VersionRef>(&value.data); v && *v) out.push_back(*v);
  if (const auto* list = std::get_if<RecordedValues>(&value.data))
    for (const RecordedValue& item : *list) collect(item, out);
}

}  // namespace

ArgumentNames ArgumentNames::bare() {
  return {"p", [](const VersionRef& v) { return v->ir->name; }, [](const ir::MemoryRef& m) { return m->name; },
          [](const ir::ConfigRef& c) { return c->name; }, quoted};
}

std::string place_text(const RecordedPlace& place, const Version& before, const ArgumentNames& names) {
  switch (place.kind) {
    case CursorKind::stmt: return find_call(place, place.path, before, names);
    case CursorKind::expr: {
      std::string out = find_call(place, place.path.stmt(), before, names);
      for (int step : place.path.exprs) out += fmt::format(".child({})", step);
      return out;
    }
    case CursorKind::block:
      return find_call(place, place.path, before, names) + fmt::format(".expand(0, {})", place.count - 1);
    case CursorKind::gap:
      if (ir::stmt_at(*before.ir, place.path)) return find_call(place, place.path, before, names) + ".before()";
      return find_call(place, place.path.sibling(-1), before, names) + ".after()";
    case CursorKind::arg: break;
  }
  bug("a parameter is recorded by its name");
}

std::string text_of(const RecordedValue& value, const Version& before, const ArgumentNames& names) {
  return std::visit(Print{before, names}, value.data);
}

std::vector<VersionRef> procedures_in(const RecordedArguments& args) {
  std::vector<VersionRef> out;
  for (const RecordedArgument& a : args) collect(a.value, out);
  return out;
}

}  // namespace tessera::rewrite
