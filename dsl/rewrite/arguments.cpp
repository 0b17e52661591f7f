// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/cursor/find.hpp"
#include "dsl/ir/index_limit.hpp"
#include "dsl/rewrite/argument_error.hpp"
#include "dsl/syntax/suggest.hpp"

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

std::optional<Place> parse_place(const Value& v) {
  if (const auto* s = std::get_if<std::string>(&v.data)) return Place(*s);
  if (const auto* c = std::get_if<Cursor>(&v.data)) return Place(*c);
  return std::nullopt;
}

// In a longer procedure a place is said by the lists that lead to it: a search takes as long as the procedure is, now
// and whenever the trace is run.
constexpr std::size_t longest_searched = 5000;

std::string place_by_lists(const cursor::Path& path) {
  std::string out = "p.body()";
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (i > 0) out += path.steps[i].branch == ir::Branch::body ? ".body()" : ".orelse()";
    out += fmt::format("[{}]", path.steps[i].index);
  }
  return out;
}

std::string find_call(const Proc& proc, const cursor::Path& path) {
  if (proc.version()->size() > longest_searched) return place_by_lists(path);
  return "p.find(" + quoted(cursor::pattern_of(proc.ir(), path)) + ")";
}

// How a schedule file says the same place: a search from the procedure as it is before the step.
std::string print_cursor(const Cursor& given, const Proc& before) {
  Cursor c = before.forward(given);
  switch (c.kind()) {
    case Cursor::Kind::stmt: return find_call(before, c.path());
    case Cursor::Kind::expr: {
      std::string out = find_call(before, c.path().stmt());
      for (int step : c.path().exprs) out += fmt::format(".child({})", step);
      return out;
    }
    case Cursor::Kind::block: return find_call(before, c.path()) + fmt::format(".expand(0, {})", c.count() - 1);
    case Cursor::Kind::gap: {
      if (cursor::stmt_at(before.ir(), c.path())) return find_call(before, c.path()) + ".before()";
      return find_call(before, c.path().sibling(-1)) + ".after()";
    }
    case Cursor::Kind::arg: return quoted(c.name());
  }
  bug("unknown cursor kind");
}

std::string print_place(const Place& place, const Proc& before) {
  if (const auto* s = std::get_if<std::string>(&place)) return quoted(*s);
  return print_cursor(std::get<Cursor>(place), before);
}

// What the step takes of a place: of an expression, where it wants a statement, the one that it is in.
Place taken(const auto& given, const Proc&) { return given.place; }
Place statement_of(const Place& given, const Proc& before) {
  const auto* c = std::get_if<Cursor>(&given);
  if (!c || c->kind() != Cursor::Kind::expr) return given;
  return Cursor(before.forward(*c).statement());
}
Place taken(const StmtPlace& given, const Proc& before) { return statement_of(given.place, before); }
Place taken(const ScopePlace& given, const Proc& before) { return statement_of(given.place, before); }

template <class T> std::optional<T> parse_as(const Value& v) {
  if (const T* found = std::get_if<T>(&v.data)) return *found;
  return std::nullopt;
}

[[noreturn]] void bad_call(const std::string& message, const std::string& hint, const std::string& argument = "") {
  Diagnostic d;
  d.code = "arguments";
  d.message = message;
  d.hint = hint;
  throw ArgumentError(d, argument);
}

// What steps take becomes extents, factors and offsets of the program: the limit is that of its literals.
template <> std::optional<std::int64_t> parse_as(const Value& v) {
  const auto* i = std::get_if<std::int64_t>(&v.data);
  if (!i) return std::nullopt;
  if (*i > ir::largest_index_literal || *i < -ir::largest_index_literal)
    bad_call(fmt::format("the integer {} is too large for an index: at most {}", *i, ir::largest_index_literal), "");
  return *i;
}

template <class T> std::optional<std::vector<T>> parse_list(const Value& v) {
  const auto* list = std::get_if<Values>(&v.data);
  if (!list) return std::nullopt;
  std::vector<T> out;
  for (const Value& item : *list) {
    auto parsed = parse_as<T>(item);
    if (!parsed) return std::nullopt;
    out.push_back(*parsed);
  }
  return out;
}

std::string signature(const Primitive& p) {
  std::string out = p.name + "(p";
  for (const Parameter& a : p.parameters) out += fmt::format(", {}{}: {}", a.name, a.optional ? "?" : "", a.kind);
  return out + ")";
}

}  // namespace

std::string describe_value(const Value& v) {
  struct Describe {
    std::string operator()(std::monostate) const { return "nothing"; }
    std::string operator()(bool b) const { return b ? "True" : "False"; }
    std::string operator()(std::int64_t i) const { return fmt::format("the integer {}", i); }
    std::string operator()(const std::string& s) const { return "the string " + quoted(s); }
    std::string operator()(const Values& l) const { return fmt::format("a list of {}", l.size()); }
    std::string operator()(const Cursor&) const { return "a cursor"; }
    std::string operator()(const Proc& p) const { return "the procedure " + p.name(); }
    std::string operator()(const ir::MemoryRef& m) const { return "the memory " + m->name; }
    std::string operator()(const ir::ConfigRef& c) const { return "the configuration " + c->name; }
  };
  return std::visit(Describe{}, v.data);
}

#define TESSERA_PLACE_ARGUMENT(Type)                                         \
  std::optional<Type> ArgumentType<Type>::parse(const Value& v) {            \
    auto place = parse_place(v);                                             \
    return place ? std::optional<Type>(Type{*place}) : std::nullopt;         \
  }                                                                          \
  std::string ArgumentType<Type>::print(const Type& t, const Proc& before) { \
    return print_place(taken(t, before), before);                            \
  }
TESSERA_PLACE_ARGUMENT(StmtPlace)
TESSERA_PLACE_ARGUMENT(ScopePlace)
TESSERA_PLACE_ARGUMENT(LoopPlace)
TESSERA_PLACE_ARGUMENT(BufferPlace)
TESSERA_PLACE_ARGUMENT(ExprPlace)
TESSERA_PLACE_ARGUMENT(BlockPlace)
TESSERA_PLACE_ARGUMENT(GapPlace)
TESSERA_PLACE_ARGUMENT(CallPlace)
#undef TESSERA_PLACE_ARGUMENT

std::optional<ExprPlaces> ArgumentType<ExprPlaces>::parse(const Value& v) {
  if (auto one = parse_place(v)) return ExprPlaces(ExprPlace(*one));
  const auto* list = std::get_if<Values>(&v.data);
  if (!list || list->empty()) return std::nullopt;
  std::vector<ExprPlace> out;
  for (const Value& item : *list) {
    auto place = parse_place(item);
    if (!place) return std::nullopt;
    out.emplace_back(*place);
  }
  return ExprPlaces(std::move(out));
}
std::string ArgumentType<ExprPlaces>::print(const ExprPlaces& t, const Proc& before) {
  std::vector<std::string> items;
  for (const ExprPlace& one : t.all) items.push_back(print_place(one.place, before));
  return items.size() == 1 ? items.front() : fmt::format("[{}]", fmt::join(items, ", "));
}

std::optional<Text> ArgumentType<Text>::parse(const Value& v) {
  if (const auto* s = std::get_if<std::string>(&v.data)) return Text{*s};
  if (const auto* i = std::get_if<std::int64_t>(&v.data)) return Text{std::to_string(*i)};
  const auto* c = std::get_if<Cursor>(&v.data);
  if (c && c->kind() == Cursor::Kind::expr) return Text{c->text()};
  return std::nullopt;
}
std::string ArgumentType<Text>::print(const Text& t, const Proc&) { return quoted(t.text); }
std::optional<bool> ArgumentType<bool>::parse(const Value& v) { return parse_as<bool>(v); }
std::string ArgumentType<bool>::print(const bool& b, const Proc&) { return b ? "True" : "False"; }
std::optional<std::int64_t> ArgumentType<std::int64_t>::parse(const Value& v) { return parse_as<std::int64_t>(v); }
std::string ArgumentType<std::int64_t>::print(const std::int64_t& i, const Proc&) { return std::to_string(i); }
std::optional<std::string> ArgumentType<std::string>::parse(const Value& v) { return parse_as<std::string>(v); }
std::string ArgumentType<std::string>::print(const std::string& s, const Proc&) { return quoted(s); }
std::optional<std::vector<std::int64_t>> ArgumentType<std::vector<std::int64_t>>::parse(const Value& v) {
  return parse_list<std::int64_t>(v);
}
std::string ArgumentType<std::vector<std::int64_t>>::print(const std::vector<std::int64_t>& l, const Proc&) {
  return fmt::format("[{}]", fmt::join(l, ", "));
}
std::optional<std::vector<std::string>> ArgumentType<std::vector<std::string>>::parse(const Value& v) {
  if (auto one = parse_as<std::string>(v)) return std::vector<std::string>{*one};
  return parse_list<std::string>(v);
}
std::string ArgumentType<std::vector<std::string>>::print(const std::vector<std::string>& l, const Proc&) {
  std::vector<std::string> items;
  for (const std::string& s : l) items.push_back(quoted(s));
  return fmt::format("[{}]", fmt::join(items, ", "));
}
std::optional<ir::MemoryRef> ArgumentType<ir::MemoryRef>::parse(const Value& v) { return parse_as<ir::MemoryRef>(v); }
std::string ArgumentType<ir::MemoryRef>::print(const ir::MemoryRef& m, const Proc&) { return m ? m->name : ""; }
std::optional<ir::ConfigRef> ArgumentType<ir::ConfigRef>::parse(const Value& v) { return parse_as<ir::ConfigRef>(v); }
std::string ArgumentType<ir::ConfigRef>::print(const ir::ConfigRef& c, const Proc&) { return c ? c->name : ""; }
std::optional<Proc> ArgumentType<Proc>::parse(const Value& v) { return parse_as<Proc>(v); }
std::string ArgumentType<Proc>::print(const Proc& p, const Proc&) { return p ? p.name() : ""; }
std::optional<std::vector<Proc>> ArgumentType<std::vector<Proc>>::parse(const Value& v) {
  if (auto one = parse_as<Proc>(v)) return std::vector<Proc>{*one};
  return parse_list<Proc>(v);
}
std::string ArgumentType<std::vector<Proc>>::print(const std::vector<Proc>& l, const Proc&) {
  std::vector<std::string> names;
  for (const Proc& p : l) names.push_back(p.name());
  return fmt::format("[{}]", fmt::join(names, ", "));
}

const Value* argument(const CallArguments& given, const Primitive& primitive, std::size_t index) {
  if (index < given.positional.size()) return &given.positional[index];
  for (const auto& [name, value] : given.named)
    if (name == primitive.parameters[index].name) return &value;
  return nullptr;
}

void check_argument_names(const CallArguments& given, const Primitive& primitive) {
  const auto& wanted = primitive.parameters;
  if (given.positional.size() > wanted.size())
    bad_call(fmt::format("{} takes {} besides the procedure, {} given", primitive.name,
                         syntax::counted(wanted.size(), "argument", "arguments"), given.positional.size()),
             signature(primitive));
  std::set<std::string> seen;
  for (const auto& [name, value] : given.named) {
    std::size_t i = 0;
    while (i < wanted.size() && wanted[i].name != name) ++i;
    if (i == wanted.size())
      bad_call(fmt::format("{} has no argument '{}'", primitive.name, name), signature(primitive), name);
    if (i < given.positional.size() || !seen.insert(name).second)
      bad_call(fmt::format("{}: argument '{}' is given twice", primitive.name, name), signature(primitive), name);
  }
}

void missing_argument(const Primitive& primitive, const std::string& name) {
  bad_call(fmt::format("{}: argument '{}' is missing", primitive.name, name), signature(primitive));
}

void wrong_argument(const Primitive& primitive, const std::string& name, const std::string& wanted,
                    const Value& given) {
  const char* article = std::string_view("aeiou").find(wanted.front()) == std::string_view::npos ? "a" : "an";
  bad_call(fmt::format("{}: argument '{}' must be {} {}, not {}", primitive.name, name, article, wanted,
                       describe_value(given)),
           signature(primitive), name);
}

}  // namespace tessera::rewrite
