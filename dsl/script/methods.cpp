// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/rewrite/alias.hpp"
#include "dsl/rewrite/argument_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {
namespace {

// The arguments of one call, by the position of the parameter.
class Given {
 public:
  Given(const std::string& method, std::string_view parameters, const CallArguments& args) : method_(method) {
    for (std::size_t at = 0; at < parameters.size();) {
      std::size_t end = std::min(parameters.find(' ', at), parameters.size());
      parameters_.emplace_back(parameters.substr(at, end - at));
      at = end + 1;
    }
    values_.resize(parameters_.size());
    if (args.positional.size() > values_.size())
      fail(fmt::format("{} given", syntax::counted(args.positional.size(), "argument", "arguments")));
    for (std::size_t i = 0; i < args.positional.size(); ++i) values_[i] = &args.positional[i];
    for (const auto& [name, value] : args.named) values_[index_of(name)] = &value;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!values_[i] && !parameters_[i].ends_with('?')) fail(fmt::format("'{}' is missing", parameters_[i]));
  }

  const std::string& text(std::size_t i) const { return as<std::string>(i, "a string"); }
  const Cursor& cursor(std::size_t i) const { return as<Cursor>(i, "a cursor"); }
  bool flag(std::size_t i) const { return values_[i] && as<bool>(i, "a boolean"); }
  bool any() const {
    return std::any_of(values_.begin(), values_.end(), [](const Value* v) { return v != nullptr; });
  }
  int number(std::size_t i, int otherwise = 0) const {
    if (!values_[i]) return otherwise;
    std::int64_t n = as<std::int64_t>(i, "an integer");
    if (n != static_cast<int>(n)) fail(fmt::format("{} is too large", n));
    return static_cast<int>(n);
  }

 private:
  template <class T> const T& as(std::size_t i, const char* wanted) const {
    if (const auto* v = std::get_if<T>(&values_[i]->data)) return *v;
    fail(fmt::format("'{}' must be {}, not {}", word(i), wanted, rewrite::describe_value(*values_[i])));
  }

  std::string word(std::size_t i) const { return parameters_[i].substr(0, parameters_[i].find('?')); }

  std::size_t index_of(const std::string& name) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (word(i) == name && !values_[i]) return i;
    fail(fmt::format("it has no argument '{}', or it is given twice", name));
  }

  [[noreturn]] void fail(const std::string& why) const {
    Diagnostic d;
    d.code = "arguments";
    d.message = fmt::format("{}: {}", method_, why);
    d.hint = fmt::format("{}({})", method_, fmt::join(parameters_, ", "));
    throw rewrite::ArgumentError(d, "");
  }

  const std::string& method_;
  std::vector<std::string> parameters_;
  std::vector<const Value*> values_;
};

Value listed(const auto& cursors) {
  Values out;
  for (const auto& c : cursors) out.push_back(Value{Cursor(c)});
  return Value{out};
}

// The list around the cursor's statement.
BlockCursor whole(const Cursor& c) {
  const BlockCursor block = c.as_block();
  const int before = block.path().steps.back().index;
  const auto count = static_cast<int>(ir::list_at(block.proc().ir(), block.path())->size());
  return block.expand(before, count - before - block.count());
}

template <class Self> struct Method {
  std::string_view name;
  std::string_view parameters;  ///< their names; a ? marks one that may be left out
  Value (*call)(const Self&, const Given&);
};

// clang-format off: one method, one line
constexpr Method<Proc> of_proc[] = {
    {"find", "pattern many?",
     [](const Proc& p, const Given& g) {
       return g.flag(1) ? listed(p.find_all(g.text(0))) : Value{p.find(g.text(0))};
     }},
    {"find_all", "pattern", [](const Proc& p, const Given& g) { return listed(p.find_all(g.text(0))); }},
    {"find_loop", "name", [](const Proc& p, const Given& g) { return Value{p.find_loop(g.text(0))}; }},
    {"find_alloc_or_arg", "name", [](const Proc& p, const Given& g) { return Value{p.find_alloc_or_arg(g.text(0))}; }},
    {"args", "", [](const Proc& p, const Given&) { return listed(p.args()); }},
    {"body", "", [](const Proc& p, const Given&) { return Value{p.body()}; }},
    {"forward", "cursor", [](const Proc& p, const Given& g) { return Value{p.forward(g.cursor(0))}; }},
    {"name", "", [](const Proc& p, const Given&) { return Value{p.name()}; }},
    {"text", "", [](const Proc& p, const Given&) { return Value{p.text()}; }},
};

constexpr Method<Cursor> of_cursor[] = {
    {"parent", "", [](const Cursor& c, const Given&) { return Value{c.parent()}; }},
    {"next", "dist?", [](const Cursor& c, const Given& g) { return Value{c.next(g.number(0, 1))}; }},
    {"prev", "dist?", [](const Cursor& c, const Given& g) { return Value{c.prev(g.number(0, 1))}; }},
    {"before", "", [](const Cursor& c, const Given&) { return Value{c.before()}; }},
    {"after", "", [](const Cursor& c, const Given&) { return Value{c.after()}; }},
    {"body", "", [](const Cursor& c, const Given&) { return Value{c.body()}; }},
    {"orelse", "", [](const Cursor& c, const Given&) { return Value{c.orelse()}; }},
    {"as_block", "", [](const Cursor& c, const Given&) { return Value{c.as_block()}; }},
    {"expand", "before? after?",
     [](const Cursor& c, const Given& g) { return Value{g.any() ? c.expand(g.number(0), g.number(1)) : whole(c)}; }},
    {"slice", "from to", [](const Cursor& c, const Given& g) { return Value{c.slice(g.number(0), g.number(1))}; }},
    {"root", "", [](const Cursor& c, const Given&) { return Value{c.root()}; }},
    {"statement", "", [](const Cursor& c, const Given&) { return Value{c.statement()}; }},
    {"child", "index", [](const Cursor& c, const Given& g) { return Value{c.child(g.number(0))}; }},
    {"cond", "", [](const Cursor& c, const Given&) { return Value{c.cond()}; }},
    {"lo", "", [](const Cursor& c, const Given&) { return Value{c.lo()}; }},
    {"hi", "", [](const Cursor& c, const Given&) { return Value{c.hi()}; }},
    {"lhs", "", [](const Cursor& c, const Given&) { return Value{c.lhs()}; }},
    {"rhs", "", [](const Cursor& c, const Given&) { return Value{c.rhs()}; }},
    {"idx", "", [](const Cursor& c, const Given&) { return listed(c.idx()); }},
    {"args", "", [](const Cursor& c, const Given&) { return listed(c.args()); }},
    {"find", "pattern many?",
     [](const Cursor& c, const Given& g) {
       return g.flag(1) ? listed(c.find_all(g.text(0))) : Value{c.find(g.text(0))};
     }},
    {"find_all", "pattern", [](const Cursor& c, const Given& g) { return listed(c.find_all(g.text(0))); }},
    {"is_within", "outer", [](const Cursor& c, const Given& g) { return Value{c.is_within(g.cursor(0))}; }},
    {"is_ancestor_of", "inner", [](const Cursor& c, const Given& g) { return Value{c.is_ancestor_of(g.cursor(0))}; }},
    {"proc", "", [](const Cursor& c, const Given&) { return Value{c.proc()}; }},
    {"kind", "", [](const Cursor& c, const Given&) { return Value{c.kind_name()}; }},
    {"name", "", [](const Cursor& c, const Given&) { return Value{c.name()}; }},
    {"text", "", [](const Cursor& c, const Given&) { return Value{c.text()}; }},
    {"type", "", [](const Cursor& c, const Given&) { return Value{ir::print(c.type())}; }},
    {"memory", "", [](const Cursor& c, const Given&) { return Value{c.memory()}; }},
    {"show", "", [](const Cursor& c, const Given&) { return Value{c.show()}; }},
};
// clang-format on

template <class Self, std::size_t N> std::optional<Value> called(const Method<Self> (&methods)[N], const Self& self,
                                                                 const std::string& name, const CallArguments& args) {
  for (const Method<Self>& m : methods)
    if (m.name == name) return m.call(self, Given(name, m.parameters, args));
  return std::nullopt;
}

template <class Self, std::size_t N> std::vector<std::string> names(const Method<Self> (&methods)[N]) {
  std::vector<std::string> out;
  for (const Method<Self>& m : methods) out.emplace_back(m.name);
  return out;
}

}  // namespace

std::optional<Value> call_of(const Value& self, const std::string& method, const CallArguments& args) {
  if (const auto* p = std::get_if<Proc>(&self.data)) return called(of_proc, *p, method, args);
  if (const auto* c = std::get_if<Cursor>(&self.data)) return called(of_cursor, *c, method, args);
  return std::nullopt;
}

std::string primitives_hint(const std::string& name) {
  std::string near = suggest_primitive(name);
  return near.empty() ? "`tessera primitives` lists them" : near;
}

std::string methods_hint(const Value& self, const std::string& method) {
  bool is_proc = std::holds_alternative<Proc>(self.data);
  if (!is_proc && !std::holds_alternative<Cursor>(self.data)) return "only procedures and cursors have methods";
  std::vector<std::string> all = is_proc ? names(of_proc) : names(of_cursor);
  std::string out = is_proc ? suggest_primitive(method, all) : syntax::nearest(method, all);
  return !out.empty() ? out
                      : fmt::format("{} have: {}{}", is_proc ? "procedures" : "cursors", fmt::join(all, ", "),
                                    is_proc ? ", and every primitive" : "");
}

}  // namespace tessera::script
