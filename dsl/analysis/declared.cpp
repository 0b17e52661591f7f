// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/declared.hpp"

#include <algorithm>

#include "dsl/analysis/lowering.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::analysis {
namespace {

bool is_alike(const ir::Declaration& a, const ir::Declaration& b) {
  return a.mem == b.mem && a.type.scalar == b.type.scalar && a.type.is_window == b.type.is_window &&
         ir::same_nodes(a.type.shape, b.type.shape);
}

// Of a counter or a buffer.
ir::Declaration declaration_of(const ir::Stmt& s) {
  if (const auto* alloc = s.as<ir::Alloc>()) return {alloc->type, alloc->mem};
  return {{ir::Scalar::index, {}, false}, nullptr};
}

bool writes_configs(ir::Statements list) {
  bool found = false;
  ir::for_each_stmt(list, [&](const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    found = found || s.as<ir::WriteConfig>() || (call && !written_configs(call->callee->body).empty());
  });
  return found;
}

}  // namespace

Declared::Declared(const ir::Procedure& proc)
    : declarations_(ir::declarations(proc)), written_configs_(analysis::written_configs(proc.body)) {
  for (const ir::Arg& a : proc.args) ++texts_[a.name.text()].all, arguments_.insert(a.name);
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const ir::Sym name = ir::bound_name(s)) texts_[name.text()].add(s, 1);
    has_windows_ = has_windows_ || s.as<ir::WindowStmt>() != nullptr;
  });
}

const ir::Declaration* Declared::find(ir::Sym s) const {
  for (const Declared* layer = this; layer; layer = layer->below_.get())
    if (const auto it = layer->declarations_.find(s); it != layer->declarations_.end()) return &it->second;
  return nullptr;
}

const ir::Declaration& Declared::at(ir::Sym s) const {
  if (const ir::Declaration* found = find(s)) return *found;
  bug("no declaration of " + s.text());
}

bool Declared::is_argument(ir::Sym s) const {
  const Declared* lowest = this;
  while (lowest->below_) lowest = lowest->below_.get();
  return lowest->arguments_.count(s) > 0;
}

Declared::Count Declared::named(const std::string& text) const {
  Count out;
  for (const Declared* layer = this; layer; layer = layer->below_.get())
    if (const auto it = layer->texts_.find(text); it != layer->texts_.end()) out.add(it->second);
  return out;
}

DeclaredRef Declared::after(const DeclaredRef& before, const std::vector<ir::Difference>& differences) {
  if (!before->written_configs_.empty()) return nullptr;
  std::shared_ptr<Declared> out(new Declared);
  bool has_windows = false;
  for (const ir::Difference& d : differences) {
    if (writes_configs(d.after)) return nullptr;
    ir::for_each_stmt(d.before, [&](const ir::Stmt& s) {
      if (const ir::Sym name = ir::bound_name(s)) out->texts_[name.text()].add(s, -1);
    });
    ir::for_each_stmt(d.after, [&](const ir::Stmt& s) { out->take(s, *before, has_windows); });
  }
  std::erase_if(out->texts_, [](const auto& text) { return text.second == Count(); });
  // A window's shape and memory depend on its buffer.
  if (has_windows || (before->has_windows_ && !out->declarations_.empty())) return nullptr;
  if (out->declarations_.empty() && out->texts_.empty()) return before;
  out->has_windows_ = before->has_windows_;
  out->below_ = before;
  out->merge_small_layers();
  return out;
}

void Declared::take(const ir::Stmt& s, const Declared& before, bool& has_windows) {
  const ir::Sym name = ir::bound_name(s);
  if (!name) return;
  texts_[name.text()].add(s, 1);
  has_windows = has_windows || s.as<ir::WindowStmt>();
  if (has_windows) return;
  ir::Declaration now = declaration_of(s);
  const ir::Declaration* was = before.find(name);
  if (!was || !is_alike(*was, now)) declarations_[name] = std::move(now);
}

// Each layer is more than twice as large as the one on top of it, so there are few, and a declaration is seldom moved.
void Declared::merge_small_layers() {
  while (below_->below_ &&
         below_->declarations_.size() + below_->texts_.size() <= 2 * (declarations_.size() + texts_.size())) {
    declarations_.insert(below_->declarations_.begin(), below_->declarations_.end());
    for (const auto& [text, count] : below_->texts_) texts_[text].add(count);
    below_ = below_->below_;
  }
}

}  // namespace tessera::analysis
