// SPDX-License-Identifier: Apache-2.0
// The lines of a memory of registers: what a register holds, how many there are, how C declares them.
#include "dsl/syntax/elaborate_registers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/syntax/elaborate_lanes.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

namespace {

ir::RegisterType elaborate_register_type(const Layout& layout, const Scope& scope, const ast::Expr& form,
                                         const ast::Expr& c_type) {
  constexpr std::int64_t most = 65536;
  const ir::Type type = elaborate_type(layout, scope, form);
  std::vector<int> shape;
  std::int64_t elements = 1;
  for (const ir::Expr& e : type.shape) {
    const std::int64_t* extent = ir::literal(e);
    elements = extent && *extent >= 1 && *extent <= most ? elements * *extent : most + 1;
    if (elements > most) break;
    shape.push_back(static_cast<int>(*extent));
  }
  if (shape.empty() || elements > most || type.is_window)
    fail_type(layout, form.at, "expected an element type and a number of lanes such as f32[4]",
              "a register of several dimensions is written f32[4, 4]");
  if (ir::is_packed(type.scalar))
    fail_type(layout, form.at,
              fmt::format("a register cannot hold {}, which is for storage in memory", ir::name(type.scalar)),
              "hold ui8 or i8, and let an instruction's body convert");
  const int lanes = shape.back();
  shape.pop_back();
  return {type.scalar, lanes, c_type.text, std::move(shape)};
}

std::string text_with_c(const ir::RegisterType& t) {
  return t.c_type.empty() ? t.text() : fmt::format("{} as {}", t.text(), t.c_type);
}

[[noreturn]] void unknown_memory(const Layout& layout, const Environment& environment, const ast::Expr& name) {
  std::vector<std::string> known;
  for (const ir::MemoryRef& m : environment.memories)
    if (m->is_register()) known.push_back(m->name);
  const std::string near = nearest(name.text, known);
  fail_name(layout, name.at, fmt::format("unknown memory of registers `{}`", name.text),
            near.empty() ? "a memory is declared before those that share its registers; " + known_names(known) : near);
}

// Of a memory with `numbered` nothing is declared in C; of another one each type.
void check_c_types(const Layout& layout, const ast::Memory& m, bool is_numbered) {
  for (const ast::Property& p : m.properties)
    for (const auto& [form, c_type] : p.holdings) {
      if (is_numbered && c_type.at)
        fail_type(layout, c_type.at, "numbered registers have no C type: instructions are given their numbers",
                  "leave out `as` and the type");
      if (!is_numbered && !c_type.at)
        fail_type(layout, form.at, "expected `as` and the C type of these registers",
                  "only a memory with `numbered` has none");
    }
}

// C would choose registers for one of the two that the numbers of the other one are of.
void check_numbered_alike(const Layout& layout, const ast::Memory& m, const ir::MemoryDecl& memory) {
  if (!memory.shares || memory.shares->is_numbered == memory.is_numbered) return;
  const ir::MemoryDecl& numbered = memory.is_numbered ? memory : *memory.shares;
  const ir::MemoryDecl& other = memory.is_numbered ? *memory.shares : memory;
  fail_type(layout, only_property(layout, m, "shares")->at,
            fmt::format("{} is numbered, and {} is not: the C compiler would choose registers of {} among its numbers",
                        numbered.name, other.name, other.name),
            "memories that share registers are all `numbered`, or none is");
}

}  // namespace

const ast::Property* only_property(const Layout& layout, const ast::Memory& m, const std::string& word) {
  const ast::Property* found = nullptr;
  for (const ast::Property& p : m.properties) {
    if (p.word.text != word) continue;
    if (found) fail_name(layout, p.at, fmt::format("`{}` is given twice", word), "a memory has one of them");
    found = &p;
  }
  return found;
}

void add_holding(const Layout& layout, const Environment& environment, const ast::Expr& form, const ast::Expr& c_type,
                 ir::MemoryDecl& out) {
  ir::RegisterType added = elaborate_register_type(layout, scope_of_lanes(environment, form, out), form, c_type);
  for (const ir::RegisterType& held : out.holds)
    if (held.scalar == added.scalar)
      fail_type(
          layout, form.at,
          fmt::format("`{}` beside `{}`: a memory holds a type in one width", text_with_c(added), text_with_c(held)),
          "declare a memory for each width; `shares` counts their registers together");
  out.holds.push_back(std::move(added));
}

void add_sharing(const Layout& layout, const Environment& environment, const ast::Memory& m, ir::MemoryDecl& out) {
  const ast::Property* line = only_property(layout, m, "shares");
  if (!line) return;
  const ast::Expr& name = line->values.at(0);
  const auto& all = environment.memories;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& o) { return o->name == name.text && o->is_register(); });
  if (name.kind != ast::Expr::Kind::name || found == all.end()) unknown_memory(layout, environment, name);
  if (!out.is_register())
    fail_type(layout, line->at, "only a memory of registers shares them with another", "leave out `shares`");
  if (const ast::Property* own = only_property(layout, m, "registers"); own && only_property(layout, m, "numbered"))
    fail_type(layout, own->at, fmt::format("{} has the registers of {}, and no number of its own", out.name, name.text),
              fmt::format("leave out `registers`: {} says how many there are", name.text));
  out.shares = (*found)->shares ? (*found)->shares : *found;
  if (!out.shares->registers)
    fail_type(layout, name.at, fmt::format("{} does not say how many registers there are", out.shares->name),
              fmt::format("add a line `registers N` to {}", out.shares->name));
}

void add_variables(const Layout& layout, const ast::Memory& m, ir::MemoryDecl& out) {
  const ast::Property* line = only_property(layout, m, "variables");
  const ast::Property* initial = only_property(layout, m, "initial");
  out.has_variables = line != nullptr;
  if (line && !out.is_register())
    fail_type(layout, line->at, "only registers are variables of C each",
              "leave out `variables`, or say what it holds");
  if (!initial) return;
  if (!line || out.holds.size() != 1)
    fail_type(layout, initial->at, "`initial` is the value of a register in a memory with `variables` and one type",
              "leave it out: registers of an array begin with zeros; or declare a memory for each type");
  out.initial = text_of(layout, initial->values.at(0), "a C value");
}

void add_numbers(const Layout& layout, const ast::Memory& m, ir::MemoryDecl& out) {
  const ast::Property* line = only_property(layout, m, "numbered");
  out.is_numbered = line != nullptr;
  check_c_types(layout, m, out.is_numbered);
  check_numbered_alike(layout, m, out);
  if (!line) return;
  if (!out.is_register())
    fail_type(layout, line->at, "only registers are numbered", "leave out `numbered`, or say what it holds");
  if (out.has_variables)
    fail_type(layout, line->at, "registers are variables of C or have numbers, not both",
              "leave out `variables`, or `numbered`");
  if (!out.budget().registers)
    fail_type(layout, line->at, fmt::format("{} is numbered, and does not say how many registers there are", out.name),
              "add a line `registers N`: their numbers are 0 to N - 1");
  if (out.fill.empty() || out.read.empty())
    fail_type(layout, line->at,
              fmt::format("{} is numbered, and names no instruction to {} its registers", out.name,
                          out.fill.empty() ? "fill" : "read"),
              "the check of instructions has no other way to move data: add lines such as fill \"my_load\" and read "
              "\"my_store\"");
}

}  // namespace tessera::syntax
