// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/c_template.hpp"
#include "dsl/support/words.hpp"
#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

namespace {

template <class Ref> Ref look_up(const std::vector<Ref>& all, const std::string& name) {
  for (const Ref& d : all)
    if (d->name == name) return d;
  return nullptr;
}

template <class Ref> std::vector<std::string> names_of(const std::vector<Ref>& all) {
  std::vector<std::string> out;
  for (const Ref& d : all) out.push_back(d->name);
  return out;
}

}  // namespace

ir::ProcRef Environment::proc(const Layout& layout, const ast::Expr& name) const {
  if (ir::ProcRef found = look_up(procs, name.text)) return found;
  std::string hint = nearest(name.text, names_of(procs));
  fail_name(layout, name.at, fmt::format("unknown procedure `{}`", name.text),
            hint.empty() ? known_names(names_of(procs)) : hint);
}

ir::MemoryRef Environment::memory(const Layout& layout, const ast::Type& type) const {
  if (type.memory.empty()) return ir::dram();
  if (ir::MemoryRef found = look_up(memories, type.memory)) return found;
  const std::string hint = memory_hint ? memory_hint(type.memory) : "";
  fail_name(layout, type.memory_at, fmt::format("unknown memory `{}`", type.memory),
            hint.empty() ? known_names(names_of(memories)) : hint);
}

namespace {

const std::string& text_of(const Layout& layout, const ast::Expr& e, const char* what) {
  if (e.kind != Kind::string) fail_type(layout, e.at, fmt::format("{} must be a string", what));
  return e.text;
}

// One text may hold several: a compiler would take it for one flag.
void add_flags(const Layout& layout, const ast::Expr& e, std::vector<std::string>& out) {
  for (std::string& flag : words_of(text_of(layout, e, "a list of flags"))) out.push_back(std::move(flag));
}

// A fact is stored as text: a string, a word or a number as written.
std::string fact(const Layout& layout, const ast::Expr& e) {
  switch (e.kind) {
    case Kind::string:
    case Kind::name:
    case Kind::integer:
    case Kind::number: return e.text;
    default: fail_type(layout, e.at, "expected a string or a number");
  }
}

std::string bound_text(const Layout& layout, const ast::Expr& e) {
  std::optional<std::string> text;
  if (e.kind == Kind::integer) text = ir::ulp_text(static_cast<double>(e.integer));
  if (e.kind == Kind::number) text = ir::ulp_text(e.number);
  if (!text)
    fail_type(layout, e.at, "`ulp` is a number above 0, with at most three digits after the point",
              "ulp=2 says that results are at most two units in the last place off; without it they are the same bits");
  return *text;
}

ir::InstrInfo elaborate_instr(const Layout& layout, const ast::Expr& e) {
  if (e.items.size() != 2)
    fail_type(layout, e.at, "@instr takes one C template", "join the parts of a long one without commas");
  ir::InstrInfo info;
  info.c_template = text_of(layout, e.items[1], "the C template");
  for (const auto& [word, value] : e.keywords) {
    if (word == "header") info.headers.push_back(text_of(layout, value, "a header"));
    else if (word == "flags") add_flags(layout, value, info.flags);
    else if (word == "feature" && info.feature.empty()) info.feature = text_of(layout, value, "a list of CPU features");
    else if (word == "feature")
      fail_type(layout, value.at, "`feature` is given twice", "several are one string: feature=\"avx2 fma\"");
    else if (!info.facts.emplace(word, word == ir::ulp_fact ? bound_text(layout, value) : fact(layout, value)).second)
      fail_name(layout, value.at, fmt::format("`{}` is given twice", word));
  }
  return info;
}

std::optional<ir::InstrInfo> elaborate_decorators(const Layout& layout, const std::vector<ast::Expr>& decorators) {
  std::optional<ir::InstrInfo> out;
  for (const ast::Expr& e : decorators) {
    const std::string& word = e.kind == Kind::call ? e.items[0].text : e.text;
    if (e.kind == Kind::name && word == "proc") continue;
    if (e.kind != Kind::call || word != "instr")
      fail_name(layout, e.at, "expected `@proc` or `@instr(\"C template\", …)`");
    if (out) fail_name(layout, e.at, "@instr is given twice");
    out = elaborate_instr(layout, e);
  }
  return out;
}

const ast::Expr* keyword_of_instr(const std::vector<ast::Expr>& decorators, std::string_view wanted) {
  for (const ast::Expr& e : decorators)
    for (const auto& [word, value] : e.keywords)
      if (word == wanted) return &value;
  return nullptr;
}

// A stated error is one of floating-point results, and small beside them.
void check_error_bound(const Layout& layout, const std::vector<ast::Expr>& decorators, const ir::Procedure& p) {
  const std::optional<double> ulp = ir::stated_ulp(p);
  if (!ulp) return;
  const char* at = keyword_of_instr(decorators, ir::ulp_fact)->at;
  const std::vector<bool> written = ir::written_parameters(p);
  std::string exact;
  bool has_float = false;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (!written[i] || p.args[i].type.is_control()) continue;
    const ir::Scalar type = p.args[i].type.scalar;
    if (!ir::is_float(type)) {
      exact = fmt::format("{} is {}", p.args[i].name.text(), ir::name(type));
      continue;
    }
    has_float = true;
    if (*ulp > ir::max_ulp(type))
      fail_type(layout, at, fmt::format("`ulp` is at most {:.0f} for results in {}", ir::max_ulp(type), ir::name(type)),
                "with more, an eighth of a result could be wrong");
  }
  if (!has_float)
    fail_type(layout, at, fmt::format("`ulp` is for results in floating point{}", exact.empty() ? "" : ": " + exact),
              "leave it out: integers are compared exactly");
}

ir::Arg elaborate_arg(const Layout& layout, const Environment& environment, Scope& scope, const ast::Argument& a) {
  if (scope.find(a.name.text))
    fail_name(layout, a.name.at, fmt::format("argument `{}` is declared twice", a.name.text));
  ir::Type type = elaborate_type(layout, scope, a.type.form);
  if (type.is_control() && !a.type.memory.empty())
    fail_type(layout, a.type.memory_at,
              fmt::format("an argument of type {} stands in no memory", ir::name(type.scalar)));
  ir::MemoryRef mem = type.is_control() ? nullptr : environment.memory(layout, a.type);
  ir::Sym name = ir::Sym::fresh(a.name.text);
  scope.bind(name, {type, mem});
  return {name, std::move(type), std::move(mem), layout.loc(a.at)};
}

}  // namespace

ir::ProcRef elaborate_procedure(const Layout& layout, const Environment& environment, const ast::Procedure& p) {
  ir::Procedure out;
  out.name = p.name.text;
  out.loc = layout.loc(p.name.at);
  out.instr = elaborate_decorators(layout, p.decorators);
  Scope scope({}, environment.configs);
  for (const ast::Argument& a : p.args) out.args.push_back(elaborate_arg(layout, environment, scope, a));
  ExpressionElaborator expressions(layout, scope);
  for (const ast::Expr& e : p.asserts) out.asserts.push_back(expressions.condition(e, Products::allowed));
  out.body = StatementElaborator(layout, environment, scope).block(p.body);
  check_error_bound(layout, p.decorators, out);
  return std::make_shared<const ir::Procedure>(std::move(out));
}

namespace {

// `f32[4] as float32x4_t`
ir::RegisterType elaborate_register_type(const Layout& layout, const ast::Expr& form, const ast::Expr& c_type) {
  ir::Type type = elaborate_type(layout, Scope(), form);
  const std::int64_t* lanes = type.shape.size() == 1 ? ir::literal(type.shape[0]) : nullptr;
  if (!lanes || *lanes < 1 || *lanes > 65536 || type.is_window)
    fail_type(layout, form.at, "expected an element type and a number of lanes such as f32[4]");
  return {type.scalar, static_cast<int>(*lanes), c_type.text};
}

template <class Value>
Value choose(const Layout& layout, const ast::Expr& e, std::initializer_list<std::pair<const char*, Value>> words) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) {
    if (e.kind == Kind::name && e.text == word) return value;
    known.emplace_back(word);
  }
  fail_name(layout, e.at, "unknown word", known_names(known));
}

// The text after -f, valid in a pragma.
const std::string& gcc_option(const Layout& layout, const ast::Expr& e) {
  const std::string& option = text_of(layout, e, "an option of GCC");
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '='; };
  if (option.empty() || option.front() == '-' || !std::all_of(option.begin(), option.end(), is_of_word))
    fail_type(layout, e.at, "expected one option of GCC without its -f", "gcc_optimize \"no-predictive-commoning\"");
  return option;
}

void add_property(const Layout& layout, const ast::Property& p, ir::MemoryDecl& out) {
  const std::string& word = p.word.text;
  for (const auto& [form, c_type] : p.holdings) out.holds.push_back(elaborate_register_type(layout, form, c_type));
  if (word == "holds" || word == "allocate" || word == "free") return;
  const ast::Expr& value = p.values.at(0);
  if (word == "registers") {
    if (value.kind != Kind::integer || value.integer > 65536)
      fail_type(layout, value.at, "expected a number of registers");
    out.registers = static_cast<int>(value.integer);
  } else if (word == "indices") {
    out.constant_indices = choose<bool>(layout, value, {{"constant", true}, {"variable", false}});
  } else if (word == "storage") {
    using ir::Storage;
    out.storage = choose<Storage>(layout, value,
                                  {{"heap", Storage::heap},
                                   {"stack", Storage::stack},
                                   {"static", Storage::static_},
                                   {"registers", Storage::registers}});
  } else if (word == "like") {
    out.is_like_dram = choose<bool>(layout, value, {{"DRAM", true}});
  } else if (word == "header") {
    out.headers.push_back(text_of(layout, value, "a header"));
  } else if (word == "flags") {
    add_flags(layout, value, out.flags);
  } else if (word == "gcc_optimize") {
    out.gcc_optimize.push_back(gcc_option(layout, value));
  } else {
    fail_name(layout, p.at, fmt::format("a memory has no property `{}`", word),
              known_names({"holds", "registers", "indices", "storage", "like", "header", "flags", "gcc_optimize",
                           "allocate", "free"}));
  }
}

const ast::Property* only_property(const Layout& layout, const ast::Memory& m, const std::string& word) {
  const ast::Property* found = nullptr;
  for (const ast::Property& p : m.properties) {
    if (p.word.text != word) continue;
    if (found) fail_name(layout, p.at, fmt::format("`{}` is given twice", word), "a memory has one of them");
    found = &p;
  }
  return found;
}

// The C template of `allocate` or `free`, whose placeholders must be known.
const std::string& allocation_text(const Layout& layout, const ast::Property& p) {
  const ast::Expr& value = p.values.at(0);
  const auto fail = [&](const std::string& what) {
    fail_name(layout, value.at, fmt::format("the C template of `{}`: {}", p.word.text, what),
              "{count} is the number of elements, {type} their C type, {bytes} the size of all, {name} the variable; a "
              "brace is written {{ or }}");
  };
  if (value.kind != Kind::string)
    fail_type(layout, value.at, fmt::format("`{}` takes a C template", p.word.text), "write it in quotes");
  try {
    for (const std::string& name : placeholders(value.text))
      if (name != "count" && name != "type" && name != "bytes" && name != "name")
        fail("{" + name + "} is not a placeholder");
  } catch (const BadTemplate& bad) { fail(bad.what); }
  return value.text;
}

// Both lines or neither: allocated memory is freed.
std::optional<ir::Allocator> elaborate_allocator(const Layout& layout, const ast::Memory& m,
                                                 const ir::MemoryDecl& memory) {
  const ast::Property *allocate = only_property(layout, m, "allocate"), *free = only_property(layout, m, "free");
  if (!allocate && !free) return std::nullopt;
  if (!allocate || !free)
    fail_type(layout, (allocate ? allocate : free)->at,
              fmt::format("a memory with `{}` needs `{}` too", allocate ? "allocate" : "free",
                          allocate ? "free" : "allocate"),
              allocate ? "what is taken is given back; `free \"\"` when there is nothing to do"
                       : "without both lines room is taken as for DRAM");
  if (memory.storage != ir::Storage::heap || memory.is_register())
    fail_type(layout, allocate->at,
              "only a memory with `storage heap` and without `holds` has an allocation of its own",
              "leave out `allocate` and `free`, or the other line");
  ir::Allocator out{allocation_text(layout, *allocate), allocation_text(layout, *free)};
  const std::set<std::string> used = placeholders(out.allocate);
  if (!used.count("count") && !used.count("bytes"))
    fail_type(layout, allocate->values.at(0).at, "`allocate` does not say how much room is needed",
              "it uses {count}, the number of elements, or {bytes}");
  return out;
}

}  // namespace

ir::MemoryRef elaborate_memory(const Layout& layout, const ast::Memory& m) {
  ir::MemoryDecl out;
  out.name = m.name.text;
  out.loc = layout.loc(m.name.at);
  bool holds =
      std::any_of(m.properties.begin(), m.properties.end(), [](const ast::Property& p) { return !p.holdings.empty(); });
  out.storage = holds ? ir::Storage::registers : ir::Storage::heap;
  for (const ast::Property& p : m.properties) add_property(layout, p, out);
  if (const ast::Property* like = only_property(layout, m, "like");
      like && (holds || out.storage == ir::Storage::registers))
    fail_type(layout, like->at, "a register memory is not like DRAM", "leave out `like` or `holds`");
  out.allocator = elaborate_allocator(layout, m, out);
  return std::make_shared<const ir::MemoryDecl>(std::move(out));
}

ir::ConfigRef elaborate_config(const Layout& layout, const ast::Config& c) {
  ir::ConfigDecl out;
  out.name = c.name.text;
  out.loc = layout.loc(c.name.at);
  for (const ast::Argument& f : c.fields) {
    ir::Type type = elaborate_type(layout, Scope(), f.type.form);
    if (type.is_tensor() || !f.type.memory.empty())
      fail_type(layout, f.type.form.at, "a field of a config is a scalar without a memory");
    if (out.field(f.name.text)) fail_name(layout, f.name.at, fmt::format("field `{}` is declared twice", f.name.text));
    out.fields.emplace_back(f.name.text, type.scalar);
  }
  return std::make_shared<const ir::ConfigDecl>(std::move(out));
}

}  // namespace tessera::syntax
