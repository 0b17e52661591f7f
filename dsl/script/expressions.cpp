// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "dsl/rewrite/argument_error.hpp"
#include "dsl/script/arithmetic.hpp"
#include "dsl/script/schedule_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {

using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

namespace {

std::int64_t integer(const ScheduleExpr& e, const Value& v) {
  if (const auto* i = std::get_if<std::int64_t>(&v.data)) return *i;
  fail_at(e.loc, fmt::format("an integer is wanted here, not {}", rewrite::describe_value(v)));
}

std::optional<std::string> plain(const Value& v) {
  if (const auto* i = std::get_if<std::int64_t>(&v.data)) return std::to_string(*i);
  if (const auto* s = std::get_if<std::string>(&v.data)) return *s;
  return std::nullopt;
}

}  // namespace

Value Expressions::eval(const ScheduleExpr& e) {
  switch (e.kind) {
    case Kind::name: return name(e);
    case Kind::integer: return Value{e.integer};
    case Kind::number: fail_at(e.loc, "schedules compute with integers only");
    case Kind::string: return Value{e.formatted ? formatted(e) : substituted(e.text)};
    case Kind::boolean: return Value{e.boolean};
    case Kind::none: return Value{};
    case Kind::list: {
      Values items;
      for (const ScheduleExpr& item : e.items) items.push_back(eval(item));
      return Value{items};
    }
    case Kind::call: return call(e);
    case Kind::attribute: return attribute(e);
    case Kind::index: return index(e);
    case Kind::binary: return arithmetic(e);
    case Kind::negate: return Value{negated(e, integer(e.items[0], eval(e.items[0])))};
    case Kind::missing:
    case Kind::slice: break;  // refused where schedules are read
  }
  bug("unknown schedule expression");
}

Value Expressions::name(const ScheduleExpr& e) {
  if (const Value* v = scope_.find(e.text)) return *v;
  std::string near = syntax::nearest(e.text, scope_.names());
  fail_at(
      e.loc, fmt::format("unknown name '{}'", e.text),
      !near.empty()
          ? near
          : "procedures and memories of the program and of its libraries (--hwlib), and --set names, are known here");
}

Value Expressions::arithmetic(const ScheduleExpr& e) {
  const Value left = eval(e.items[0]);
  const auto* text = std::get_if<std::string>(&left.data);
  if (e.op == ir::BinOp::add && text) {
    const Value right = eval(e.items[1]);
    if (const auto* s = std::get_if<std::string>(&right.data)) return Value{*text + *s};
    fail_at(e.loc, "a string adds to a string only");
  }
  const std::int64_t a = integer(e.items[0], left), b = integer(e.items[1], eval(e.items[1]));
  return Value{computed(e, a, b)};
}

// Replaces `{name}` in a string by the value of an integer or string name; other braces stay.
std::string Expressions::substituted(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
    const Value* v = end == std::string::npos ? nullptr : scope_.find(text.substr(i + 1, end - i - 1));
    std::optional<std::string> value = v ? plain(*v) : std::nullopt;
    if (value) out += *value, i = end + 1;
    else out += text[i++];
  }
  return out;
}

std::string Expressions::formatted(const ScheduleExpr& e) {
  std::string out;
  for (std::size_t i = 0; i < e.text.size();) {
    std::size_t end = e.text[i] == '{' ? e.text.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      out += e.text[i++];
      continue;
    }
    out += inserted(e, e.text.substr(i + 1, end - i - 1));
    i = end + 1;
  }
  return out;
}

std::string Expressions::inserted(const ScheduleExpr& e, const std::string& text) try {
  syntax::Schedule inner = syntax::parse_schedule(text, "<f-string>");
  std::optional<std::string> value = inner.lines.size() == 1 ? plain(eval(inner.lines[0].value)) : std::nullopt;
  if (!value) fail_at(e.loc, "an f-string takes integers and strings");
  return *value;
} catch (const Error& error) { rethrow_at(error, e.loc); }

CallArguments Expressions::arguments(const ScheduleExpr& e) {
  CallArguments out;
  for (std::size_t i = 1; i < e.items.size(); ++i) out.positional.push_back(eval(e.items[i]));
  for (const auto& [name, value] : e.keywords) out.named.emplace_back(name, eval(value));
  return out;
}

Value Expressions::call(const ScheduleExpr& e) {
  const ScheduleExpr& callee = e.items[0];
  if (callee.kind == Kind::attribute) {
    const Value self = eval(callee.items[0]);
    return calls_.method(e, self, callee.text, arguments(e));
  }
  if (callee.kind != Kind::name) fail_at(callee.loc, "only primitives and methods are called");
  calls_.require_function(callee);
  return calls_.function(e, arguments(e));
}

Value Expressions::attribute(const ScheduleExpr& e) {
  const ScheduleExpr& of = e.items[0];
  if (const std::optional<LibraryName> l = libraries_.library(of)) return libraries_.member(e, *l, e.text);
  if (of.kind == Kind::name && !scope_.find(of.text))
    fail_at(of.loc, fmt::format("unknown name '{}'", of.text),
            fmt::format("if it is a hardware library, --hwlib {} loads it", of.text));
  fail_at(e.loc, fmt::format("'{}' is not called; methods need parentheses", e.text));
}

std::string Expressions::key(const ScheduleExpr& e) {
  Value key = eval(e.items[1]);
  if (const auto* s = std::get_if<std::string>(&key.data)) return *s;
  fail_at(e.loc, "a library is indexed by a name");
}

Value Expressions::index(const ScheduleExpr& e) {
  if (const std::optional<LibraryName> l = libraries_.library(e.items[0])) return libraries_.member(e, *l, key(e));
  Value base = eval(e.items[0]);
  std::int64_t i = integer(e.items[1], eval(e.items[1]));
  if (const auto* list = std::get_if<Values>(&base.data)) {
    const auto count = static_cast<std::int64_t>(list->size());
    if (i < -count || i >= count) fail_at(e.loc, fmt::format("the list has {} items", count));
    return (*list)[static_cast<std::size_t>(i < 0 ? i + count : i)];
  }
  const auto* c = std::get_if<Cursor>(&base.data);
  if (!c)
    fail_at(e.loc, fmt::format("only lists, blocks and libraries are indexed, not {}", rewrite::describe_value(base)));
  try {
    if (i < 0 && c->kind() == Cursor::Kind::block) i += c->count();  // from the end
    return Value{(*c)[static_cast<int>(std::clamp<std::int64_t>(i, -1, INT_MAX))]};
  } catch (const Error& error) { rethrow_at(error, e.loc); }
}

}  // namespace tessera::script
