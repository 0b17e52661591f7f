// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/scope.hpp"

#include <algorithm>

namespace tessera::syntax {

Scope::Scope(const std::vector<std::pair<ir::Sym, ir::Declaration>>& variables, std::vector<ir::ConfigRef> configs)
    : configs_(std::move(configs)) {
  for (const auto& [sym, declaration] : variables) bind(sym, declaration);
}

void Scope::bind(ir::Sym sym, ir::Declaration declaration) { bind(sym.text(), sym, std::move(declaration)); }

void Scope::bind(std::string name, ir::Sym sym, ir::Declaration declaration) {
  entries_.push_back({std::move(name), sym, std::move(declaration)});
}

const Scope::Entry* Scope::find(std::string_view name) const {
  auto it = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& e) { return e.name == name; });
  return it == entries_.rend() ? nullptr : &*it;
}

const Scope::Entry* Scope::find(ir::Sym sym) const {
  auto it = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& e) { return e.sym == sym; });
  return it == entries_.rend() ? nullptr : &*it;
}

const std::int64_t* Scope::number(std::string_view name) const {
  if (find(name)) return nullptr;
  for (const auto& [known, value] : numbers_)
    if (known == name) return &value;
  return nullptr;
}

ir::ConfigRef Scope::config(std::string_view name) const {
  for (const ir::ConfigRef& c : configs_)
    if (c->name == name) return c;
  return nullptr;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> out;
  for (const Entry& e : entries_)
    if (std::find(out.begin(), out.end(), e.name) == out.end()) out.push_back(e.name);
  for (const auto& [name, value] : numbers_) out.push_back(name);
  return out;
}

std::vector<std::string> Scope::config_names() const {
  std::vector<std::string> out;
  for (const ir::ConfigRef& c : configs_) out.push_back(c->name);
  return out;
}

}  // namespace tessera::syntax
