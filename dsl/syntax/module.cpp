// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/module.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/grammar.hpp"

namespace tessera::syntax {
namespace {

template <class Ref> Ref look_up(const std::vector<Ref>& all, std::string_view name) {
  auto it = std::find_if(all.begin(), all.end(), [&](const Ref& d) { return d->name == name; });
  return it == all.end() ? nullptr : *it;
}

// Two libraries may have been read with a common one; the same definition is then met again.
template <class Ref> void add_all(std::vector<Ref>& to, const std::vector<Ref>& from) {
  const auto others = static_cast<std::ptrdiff_t>(to.size());
  for (const Ref& d : from)
    if (const auto end = to.begin() + others; std::find(to.begin(), end, d) == end) to.push_back(d);
}

template <class Ref> void refuse_duplicate(const Layout& layout, const std::vector<Ref>& known, const ast::Expr& name) {
  Ref other = look_up(known, name.text);
  if (!other) return;
  Diagnostic d;
  d.code = "name";
  d.message = fmt::format("`{}` is already defined", name.text);
  if (other->loc) d.notes.push_back({other->loc, "the first definition"});
  d.hint = "give one of the two another name";
  layout.fail(name.at, std::move(d));
}

// Defines the items of a text one after the other.
class ModuleReader {
 public:
  enum class Text { program, library };

  ModuleReader(const Layout& layout, Text text, std::span<const Module* const> libraries,
               std::optional<std::int64_t> length, MemoryHint memory_hint = {})
      : layout_(layout), text_(text) {
    environment_.memory_hint = std::move(memory_hint);
    environment_.length = length;
    environment_.memories = ir::builtin_memories();
    for (const Module* library : libraries) {
      add_all(environment_.procs, library->procs);
      add_all(environment_.memories, library->memories);
      add_all(environment_.configs, library->configs);
    }
  }

  Module read(const ast::Module& items) {
    for (const ast::Definition& item : items) std::visit([&](const auto& definition) { define(definition); }, item);
    return std::move(module_);
  }

 private:
  void define(const ast::Procedure& p) {
    refuse_duplicate(layout_, environment_.procs, p.name);
    module_.procs.push_back(elaborate_procedure(layout_, environment_, p));
    environment_.procs.push_back(module_.procs.back());
  }
  void define(const ast::Memory& m) {
    refuse_duplicate(layout_, environment_.memories, m.name);
    module_.memories.push_back(elaborate_memory(layout_, environment_, m));
    environment_.memories.push_back(module_.memories.back());
  }
  void define(const ast::Config& c) {
    refuse_duplicate(layout_, environment_.configs, c.name);
    module_.configs.push_back(elaborate_config(layout_, c));
    environment_.configs.push_back(module_.configs.back());
  }

  // Its contents were read before: only its place is checked here.
  void define(const ast::Extends& e) {
    if (text_ == Text::program)
      fail_name(layout_, e.at, "`extends` is a line of hardware libraries",
                fmt::format("a program is given the library with --hwlib {}", e.base.text));
    if (!module_.procs.empty() || !module_.memories.empty() || !module_.configs.empty())
      fail_name(layout_, e.at, "`extends` stands after a definition", "put it at the top of the file");
  }

  const Layout& layout_;
  Text text_;
  Environment environment_;
  Module module_;
};

}  // namespace

ir::ProcRef Module::proc(std::string_view name) const { return look_up(procs, name); }
ir::MemoryRef Module::memory(std::string_view name) const { return look_up(memories, name); }
ir::ConfigRef Module::config(std::string_view name) const { return look_up(configs, name); }

Module parse_module(std::string_view text, std::string_view file_name, std::span<const Module* const> libraries,
                    std::optional<std::int64_t> length) {
  Layout layout(text, file_name);
  return ModuleReader(layout, ModuleReader::Text::program, libraries, length).read(grammar::module(layout));
}

class ParsedText {
 public:
  ParsedText(std::string_view text, std::string_view file_name)
      : layout(text, file_name), items(grammar::module(layout)) {}

  const Layout layout;
  const ast::Module items;  ///< point into the layout
};

ParsedTextRef parse_text(std::string_view text, std::string_view file_name) {
  return std::make_shared<const ParsedText>(text, file_name);
}

Module library_module(const ParsedText& parsed, std::span<const Module* const> libraries, const MemoryHint& memory_hint,
                      std::optional<std::int64_t> length) {
  return ModuleReader(parsed.layout, ModuleReader::Text::library, libraries, length, memory_hint).read(parsed.items);
}

std::vector<Extends> extends_of(std::string_view text, std::string_view file_name) {
  if (text.find("extends") == std::string_view::npos) return {};  // nearly always: the text is read once then
  Layout layout(text, file_name);
  std::vector<Extends> out;
  for (const ast::Extends& e : grammar::extends_lines(layout))
    out.push_back({e.base.text, layout.loc(e.at), layout.line_text(e.at)});
  return out;
}

}  // namespace tessera::syntax
