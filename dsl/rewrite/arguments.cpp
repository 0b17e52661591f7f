// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/cursor/find.hpp"
#include "dsl/ir/index_limit.hpp"
#include "dsl/rewrite/argument_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::rewrite {

namespace {

std::optional<Place> parse_place(const Value& v) {
  if (const auto* s = std::get_if<std::string>(&v.data)) return Place(*s);
  if (const auto* c = std::get_if<Cursor>(&v.data)) return Place(*c);
  return std::nullopt;
}

RecordedValue record_place(const Place& place, const Proc& before) {
  if (const auto* s = std::get_if<std::string>(&place)) return {*s};
  return recorded(std::get<Cursor>(place), before);
}

template <class T> RecordedValue record_list(const std::vector<T>& items, const Proc& before) {
  RecordedValues out;
  for (const T& item : items) out.push_back(ArgumentType<T>::record(item, before));
  return {std::move(out)};
}

struct Restore {
  const Proc& before;
  Value operator()(const RecordedPlace& p) const { return {Cursor(before, p.kind, p.path, p.count)}; }
  Value operator()(const VersionRef& v) const { return {Proc(v, before.context())}; }
  Value operator()(const RecordedValues& list) const {
    Values out;
    for (const RecordedValue& item : list) out.push_back(std::visit(*this, item.data));
    return {out};
  }
  template <class T> Value operator()(const T& plain) const { return {plain}; }
};

// The place that the step needs: for an expression, where it needs a statement, the statement around.
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

// Integers become extents, factors and offsets of the program: the limit is that of its literals.
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

RecordedValue recorded(const Cursor& given, const Proc& before) {
  const Cursor c = before.forward(given);
  if (c.kind() == Cursor::Kind::arg) return {c.name()};
  return {RecordedPlace{c.kind(), c.path(), c.count()}};
}

Value as_value(const RecordedValue& recorded, const Proc& before) { return std::visit(Restore{before}, recorded.data); }

#define TESSERA_PLACE_ARGUMENT(Type)                                            \
  std::optional<Type> ArgumentType<Type>::parse(const Value& v) {               \
    auto place = parse_place(v);                                                \
    return place ? std::optional<Type>(Type{*place}) : std::nullopt;            \
  }                                                                             \
  RecordedValue ArgumentType<Type>::record(const Type& t, const Proc& before) { \
    return record_place(taken(t, before), before);                              \
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
RecordedValue ArgumentType<ExprPlaces>::record(const ExprPlaces& t, const Proc& before) {
  return t.all.size() == 1 ? ArgumentType<ExprPlace>::record(t.all.front(), before) : record_list(t.all, before);
}

std::optional<Text> ArgumentType<Text>::parse(const Value& v) {
  if (const auto* s = std::get_if<std::string>(&v.data)) return Text{*s};
  if (const auto* i = std::get_if<std::int64_t>(&v.data)) return Text{std::to_string(*i)};
  const auto* c = std::get_if<Cursor>(&v.data);
  if (c && c->kind() == Cursor::Kind::expr) return Text{c->text()};
  return std::nullopt;
}
RecordedValue ArgumentType<Text>::record(const Text& t, const Proc&) { return {t.text}; }
std::optional<bool> ArgumentType<bool>::parse(const Value& v) { return parse_as<bool>(v); }
RecordedValue ArgumentType<bool>::record(const bool& b, const Proc&) { return {b}; }
std::optional<std::int64_t> ArgumentType<std::int64_t>::parse(const Value& v) { return parse_as<std::int64_t>(v); }
RecordedValue ArgumentType<std::int64_t>::record(const std::int64_t& i, const Proc&) { return {i}; }
std::optional<std::string> ArgumentType<std::string>::parse(const Value& v) { return parse_as<std::string>(v); }
RecordedValue ArgumentType<std::string>::record(const std::string& s, const Proc&) { return {s}; }
std::optional<std::vector<std::int64_t>> ArgumentType<std::vector<std::int64_t>>::parse(const Value& v) {
  return parse_list<std::int64_t>(v);
}
RecordedValue ArgumentType<std::vector<std::int64_t>>::record(const std::vector<std::int64_t>& l, const Proc& before) {
  return record_list(l, before);
}
std::optional<std::vector<std::string>> ArgumentType<std::vector<std::string>>::parse(const Value& v) {
  if (auto one = parse_as<std::string>(v)) return std::vector<std::string>{*one};
  return parse_list<std::string>(v);
}
RecordedValue ArgumentType<std::vector<std::string>>::record(const std::vector<std::string>& l, const Proc& before) {
  return record_list(l, before);
}
std::optional<ir::MemoryRef> ArgumentType<ir::MemoryRef>::parse(const Value& v) { return parse_as<ir::MemoryRef>(v); }
RecordedValue ArgumentType<ir::MemoryRef>::record(const ir::MemoryRef& m, const Proc&) { return {m}; }
std::optional<ir::ConfigRef> ArgumentType<ir::ConfigRef>::parse(const Value& v) { return parse_as<ir::ConfigRef>(v); }
RecordedValue ArgumentType<ir::ConfigRef>::record(const ir::ConfigRef& c, const Proc&) { return {c}; }
std::optional<Proc> ArgumentType<Proc>::parse(const Value& v) { return parse_as<Proc>(v); }
RecordedValue ArgumentType<Proc>::record(const Proc& p, const Proc&) { return {p.version()}; }
std::optional<std::vector<Proc>> ArgumentType<std::vector<Proc>>::parse(const Value& v) {
  if (auto one = parse_as<Proc>(v)) return std::vector<Proc>{*one};
  return parse_list<Proc>(v);
}
RecordedValue ArgumentType<std::vector<Proc>>::record(const std::vector<Proc>& l, const Proc& before) {
  return record_list(l, before);
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
