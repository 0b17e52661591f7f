// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "dsl/script/library_view.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {

using rewrite::Value;

namespace {

// A number that does not fit 64 bits stays the text that it is.
Value parsed(const std::string& text) {
  std::int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? Value{number} : Value{text};
}

syntax::Module program_module(const Inputs& inputs) {
  syntax::Module out;
  for (const Proc& p : inputs.procs) out.procs.push_back(p.ref());
  out.memories = inputs.memories;
  out.configs = inputs.configs;
  return out;
}

}  // namespace

std::string library_word(const std::string& name) {
  std::string out = name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "_" + name : name;
  for (char& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return out;
}

Scope::Scope(const Inputs& inputs, ContextRef context) : context_(std::move(context)) {
  for (const Library& l : inputs.libraries) add_library(library_word(l.name), l.module);
  // The last one given: schedules that fit any target name it so.
  if (!inputs.libraries.empty()) add_library("hw", inputs.libraries.back().module);
  for (const ir::MemoryRef& m : ir::builtin_memories()) names_[m->name] = Value{m};
  for (const Library& l : inputs.libraries) add_names(l.module);
  add_library("program", program_module(inputs));
  add_names(libraries_.at("program"));
  for (const Library& l : inputs.libraries)  // a schedule for the base names it as before
    for (const Library* base = l.base.get(); base; base = base->base.get())
      libraries_.emplace(library_word(base->name), base->module);
  for (const auto& [name, text] : inputs.settings) {
    settings_[name] = parsed(text);
    names_[name] = settings_[name];
  }
  if (!inputs.procs.empty()) set("p", Value{inputs.procs.back()});
}

std::string LibraryName::text() const { return type ? fmt::format("{}.{}", name, ir::name(*type)) : name; }

void Scope::add_library(const std::string& name, syntax::Module module) {
  if (!libraries_.emplace(name, std::move(module)).second)
    throw InputError("hwlib", fmt::format("two libraries are called {} in schedules", name),
                     "give each library once; `hw` is the last library and `program` the program");
}

void Scope::add_names(const syntax::Module& m) {
  for (const ir::MemoryRef& x : m.memories) {
    names_[x->name] = Value{x};
    if (x->lanes) names_[x->lanes->symbol] = Value{x->lanes->length};
  }
  for (const ir::ConfigRef& x : m.configs) names_[x->name] = Value{x};
  for (const ir::ProcRef& p : m.procs) names_[p->name] = Value{Proc(p, context_)};
}

const Value* Scope::find(const std::string& name) {
  auto it = names_.find(name);
  if (it == names_.end()) return nullptr;
  if (settings_.count(name) && !hidden_.count(name)) asked_.insert(name);
  return &it->second;
}

void Scope::set(const std::string& name, Value value) {
  names_[name] = std::move(value);
  hidden_.insert(name);
}

const Value* Scope::setting(const std::string& name) {
  asked_.insert(name);
  wanted_.insert(name);
  auto it = settings_.find(name);
  return it == settings_.end() ? nullptr : &it->second;
}

std::vector<ir::Scalar> Scope::types(const LibraryName& library) const {
  if (library.type || library.name == "program") return {};
  return element_types(libraries_.at(library.name));
}

std::optional<Value> Scope::member(const LibraryName& library, const std::string& name) const {
  const syntax::Module& m = libraries_.at(library.name);
  const LibraryView seen(m, library.type);
  if (ir::ProcRef p = seen.proc(name)) return Value{Proc(p, context_)};
  if (ir::MemoryRef x = seen.memory(name)) return Value{x};
  if (ir::ConfigRef c = library.type ? nullptr : m.config(name)) return Value{c};
  if (library.name == "program") return std::nullopt;
  if (ir::ProcRef p = seen.with_role(name)) return Value{Proc(p, context_)};
  if (ir::MemoryRef x = name == "memory" ? seen.registers() : nullptr) return Value{x};
  if (const ir::RegisterType* v = name == "lanes" ? seen.vector() : nullptr) return Value{std::int64_t{v->lanes}};
  return std::nullopt;
}

std::map<std::string, const Value*> Scope::variables() const {
  std::map<std::string, const Value*> out;
  for (const std::string& name : hidden_) out[name] = &names_.at(name);
  return out;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> out;
  for (const auto& [name, value] : names_) out.push_back(name);
  for (const auto& [name, module] : libraries_) out.push_back(name);
  return out;
}

std::vector<std::string> Scope::members(const LibraryName& library) const {
  const syntax::Module& m = libraries_.at(library.name);
  std::vector<std::string> out = LibraryView(m, library.type).names();
  if (!library.type)
    for (const ir::ConfigRef& c : m.configs) out.push_back(c->name);
  for (ir::Scalar type : types(library)) out.emplace_back(ir::name(type));
  if (library.name != "program") out.insert(out.end(), {"memory", "lanes"});
  return out;
}

void Scope::check_settings_used() const {
  for (const auto& [name, value] : settings_) {
    if (asked_.count(name)) continue;
    std::string hint = syntax::nearest(name, {wanted_.begin(), wanted_.end()});
    if (hidden_.count(name)) hint = fmt::format("the schedule assigns {0} itself; {0} = setting('{0}', …) asks", name);
    else if (hint.empty() && !wanted_.empty())
      hint = "the schedule asks for " + fmt::format("{}", fmt::join(wanted_, ", "));
    throw InputError("schedule", fmt::format("--set {}: the schedule never uses it", name), hint);
  }
}

}  // namespace tessera::script
