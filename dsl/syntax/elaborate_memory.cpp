// SPDX-License-Identifier: Apache-2.0
// `memory NAME:` blocks.
#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "dsl/ir/alignment.hpp"
#include "dsl/support/c_template.hpp"
#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/elaborate_lanes.hpp"
#include "dsl/syntax/elaborate_registers.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

namespace {

template <class Value>
Value choose(const Layout& layout, const ast::Expr& e, std::initializer_list<std::pair<const char*, Value>> words) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) {
    if (e.kind == Kind::name && e.text == word) return value;
    known.emplace_back(word);
  }
  fail_name(layout, e.at, "unknown word", known_names(known));
}

// What may follow -f, and so stand in a pragma.
const std::string& gcc_option(const Layout& layout, const ast::Expr& e) {
  const std::string& option = text_of(layout, e, "an option of GCC");
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '='; };
  if (option.empty() || option.front() == '-' || !std::all_of(option.begin(), option.end(), is_of_word))
    fail_type(layout, e.at, "expected one option of GCC without its -f", "gcc_optimize \"no-predictive-commoning\"");
  return option;
}

// It is copied beside the C that uses the memory, whose folder has no other.
const std::string& source_file(const Layout& layout, const ast::Expr& e) {
  const std::string& name = text_of(layout, e, "a C file");
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; };
  const std::size_t stem = name.size() - std::min<std::size_t>(2, name.size());
  if (stem == 0 || name.substr(stem) != ".c" || !std::all_of(name.begin(), name.begin() + stem, is_of_name))
    fail_type(layout, e.at, fmt::format("`{}` is not the name of a C file in the library's folder", name),
              "letters, digits, _ and -, and .c at the end: link \"shim.c\"");
  return name;
}

ir::MachineState elaborate_state(const Layout& layout, const ast::Memory& m) {
  const auto text = [&](const char* word) {
    const ast::Property* p = only_property(layout, m, word);
    return p ? text_of(layout, p->values.at(0), "C") : std::string();
  };
  return {text("startup"), text("enter"), text("leave"), text("attributes"), {}};
}

[[noreturn]] void unknown_property(const Layout& layout, const ast::Property& p) {
  const std::vector<std::string> known{"holds",   "registers", "lanes", "shares",       "variables", "numbered",
                                       "initial", "fill",      "read",  "indices",      "storage",   "like",
                                       "align",   "header",    "flags", "gcc_optimize", "allocate",  "free",
                                       "startup", "enter",     "leave", "attributes",   "link"};
  const std::string near = nearest(p.word.text, known), all = known_names(known);
  fail_name(layout, p.at, fmt::format("a memory has no property `{}`", p.word.text),
            near.empty() ? all : near + " " + all);
}

// The name of an instruction, which comes later in the library.
ir::NamedInstruction named_instruction(const Layout& layout, const ast::Expr& value, const std::string& word) {
  const std::string& name = text_of(layout, value, "the name of an instruction");
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_of_name))
    fail_type(layout, value.at, fmt::format("`{}` takes the name of one instruction", word),
              fmt::format("{} \"my_{}\"", word, word == "fill" ? "load" : "store"));
  return {name, layout.loc(value.at), std::string(layout.line_text(value.at))};
}

int alignment(const Layout& layout, const ast::Expr& value) {
  if (value.kind != Kind::integer || !ir::is_alignment(value.integer))
    fail_type(layout, value.at, fmt::format("an alignment is a power of two from 1 to {}", ir::largest_alignment),
              "the bytes that each allocation begins at a multiple of: `align 64`");
  return static_cast<int>(value.integer);
}

void add_property(const Layout& layout, const Environment& environment, const ast::Property& p, ir::MemoryDecl& out) {
  const std::string& word = p.word.text;
  for (const auto& [form, c_type] : p.holdings) add_holding(layout, environment, form, c_type, out);
  static const std::set<std::string> elsewhere{"holds",    "allocate", "free",    "shares", "variables", "lanes",
                                               "numbered", "initial",  "startup", "enter",  "leave",     "attributes"};
  if (elsewhere.count(word)) return;
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
  } else if (word == "align") {
    out.align = alignment(layout, value);
  } else if (word == "header") {
    out.headers.push_back(text_of(layout, value, "a header"));
  } else if (word == "flags") {
    add_flags(layout, value, out.flags);
  } else if (word == "gcc_optimize") {
    out.gcc_optimize.push_back(gcc_option(layout, value));
  } else if (word == "link") {
    out.state.sources.push_back(source_file(layout, value));
  } else if (word == "fill" || word == "read") {
    (word == "fill" ? out.fill : out.read).push_back(named_instruction(layout, value, word));
  } else {
    unknown_property(layout, p);
  }
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

// Both lines or neither: what is taken is given back.
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

ir::MemoryRef elaborate_memory(const Layout& layout, const Environment& environment, const ast::Memory& m) {
  ir::MemoryDecl out;
  out.name = m.name.text;
  out.loc = layout.loc(m.name.at);
  bool holds =
      std::any_of(m.properties.begin(), m.properties.end(), [](const ast::Property& p) { return !p.holdings.empty(); });
  out.storage = holds ? ir::Storage::registers : ir::Storage::heap;
  for (const char* word : {"registers", "indices", "storage", "align"}) only_property(layout, m, word);
  out.state = elaborate_state(layout, m);
  add_lanes(layout, environment, m, out);
  for (const ast::Property& p : m.properties) add_property(layout, environment, p, out);
  add_sharing(layout, environment, m, out);
  add_variables(layout, m, out);
  add_numbers(layout, m, out);
  if (const ast::Property* like = only_property(layout, m, "like");
      like && (holds || out.storage == ir::Storage::registers))
    fail_type(layout, like->at, "a register memory is not like DRAM", "leave out `like` or `holds`");
  if (const ast::Property* align = only_property(layout, m, "align");
      align && (holds || out.storage == ir::Storage::registers))
    fail_type(layout, align->at, "a register has no address, and so no alignment", "leave out `align` or `holds`");
  for (const ast::Property& p : m.properties)
    if (!holds && (p.word.text == "fill" || p.word.text == "read"))
      fail_type(layout, p.at, fmt::format("`{}` is for registers, and {} holds none", p.word.text, out.name),
                "leave it out: other memory is filled and read as bytes");
  out.allocator = elaborate_allocator(layout, m, out);
  return std::make_shared<const ir::MemoryDecl>(std::move(out));
}

}  // namespace tessera::syntax
