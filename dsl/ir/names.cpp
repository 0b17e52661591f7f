// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include "dsl/ir/walk.hpp"

namespace tessera::ir {
namespace {

/// Gives names to binders, outside in. A binder keeps its text unless a variable of that name is still used where it
/// is visible, or was declared in the same block (which C forbids); then it gets the first free suffix.
class Naming {
 public:
  /// Declarations so far of a list of statements, or of arguments.
  struct Declared {
    std::set<std::string> names;
    struct Suffixes {
      int next = 0;              ///< none was tried from here on
      std::vector<int> skipped;  ///< those before it that were in use, and may be free later on
    };
    std::unordered_map<std::string, Suffixes> suffixes;  ///< for each text
  };

  void block(const Block& statements, Declared declared = {}) {
    std::size_t outside = visible_.size();
    std::unordered_map<Sym, std::size_t> ends;
    for (std::size_t i = 0; i < statements.size(); ++i) statement(statements, i, declared, ends);
    leave(outside);
  }

  /// The same along a path: of each list only the statements before it leave names.
  void along(const Block& statements, std::span<const Names::Turn> turns, std::size_t count, Declared declared = {}) {
    std::unordered_map<Sym, std::size_t> ends;
    const std::size_t last = std::min(turns.front().index, statements.size());
    for (std::size_t i = 0; i < last; ++i) binder(statements, i, declared, ends);
    if (turns.size() == 1) {
      for (std::size_t i = last; i < std::min(last + count, statements.size()); ++i)
        statement(statements, i, declared, ends);
      return;
    }
    const Stmt& s = statements.at(last);
    if (const For* loop = s.as<For>()) counter(s, *loop);
    along(*branch(s, turns[1].branch), turns.subspan(1), count);
  }

  void bind(Sym sym, std::string name) {
    names_.emplace(sym, name);
    called_[name].push_back(sym);
    visible_.push_back(std::move(name));
  }

  /// The name for an argument, which must differ from all before it.
  void argument(Sym sym, Declared& declared) {
    bind(sym, choose(sym, declared, [](Sym) { return true; }));
  }

  std::unordered_map<Sym, std::string> take() { return std::move(names_); }

 private:
  using Ends = std::unordered_map<Sym, std::size_t>;

  void statement(const Block& statements, std::size_t i, Declared& declared, Ends& ends) {
    const Stmt& s = statements[i];
    if (const For* loop = s.as<For>()) return this->loop(s, *loop);
    binder(statements, i, declared, ends);
    for (Branch b : {Branch::body, Branch::orelse})
      if (const Block* below = branch(s, b)) block(*below);
  }

  // The statement's declaration for the rest of its list.
  void binder(const Block& statements, std::size_t i, Declared& declared, Ends& ends) {
    const Sym bound = statements[i].as<For>() ? Sym() : bound_name(statements[i]);
    if (bound) bind(bound, choose(bound, declared, [&](Sym other) { return i < end_of_use(statements, other, ends); }));
  }

  void counter(const Stmt& s, const For& n) {
    Declared nothing;
    bind(n.iter, choose(n.iter, nothing, [&](Sym other) { return mentions(s, other); }));
  }

  void loop(const Stmt& s, const For& n) {
    std::size_t outside = visible_.size();
    counter(s, n);
    block(n.body);
    leave(outside);
  }

  void leave(std::size_t outside) {
    for (; visible_.size() > outside; visible_.pop_back()) called_[visible_.back()].pop_back();
  }

  /// The place after the last statement that mentions the variable; `known` keeps it.
  static std::size_t end_of_use(const Block& statements, Sym sym, Ends& known) {
    auto [end, is_new] = known.try_emplace(sym, 0);
    if (is_new) {
      auto last = std::find_if(statements.rbegin(), statements.rend(), [&](const Stmt& s) { return mentions(s, sym); });
      end->second = static_cast<std::size_t>(statements.rend() - last);
    }
    return end->second;
  }

  /// The first name that is free, from now on declared.
  std::string choose(Sym sym, Declared& declared, const std::function<bool(Sym)>& is_used) const {
    auto taken = [&](const std::string& name) {
      auto others = called_.find(name);
      return declared.names.count(name) > 0 ||
             (others != called_.end() && std::any_of(others->second.begin(), others->second.end(), is_used));
    };
    auto& [next, skipped] = declared.suffixes[sym.text()];
    for (auto it = skipped.begin(); it != skipped.end(); ++it)
      if (std::string name = suffixed(sym, *it); !taken(name)) {
        skipped.erase(it);
        return *declared.names.insert(std::move(name)).first;
      }
    for (;; ++next) {
      std::string name = suffixed(sym, next);
      if (!taken(name)) return *declared.names.insert(std::move(name)).first;
      if (declared.names.count(name) == 0) skipped.push_back(next);
    }
  }

  static std::string suffixed(Sym sym, int suffix) {
    return suffix == 0 ? sym.text() : fmt::format("{}_{}", sym.text(), suffix);
  }

  std::unordered_map<Sym, std::string> names_;
  std::vector<std::string> visible_;                          ///< innermost last
  std::unordered_map<std::string, std::vector<Sym>> called_;  ///< the visible variables of each name
};

}  // namespace

Names::Names(const Procedure& proc) {
  Naming naming;
  Naming::Declared declared;
  for (const Arg& a : proc.args) naming.argument(a.name, declared);
  naming.block(proc.body, declared);
  names_ = naming.take();
}

Names::Names(const Procedure& proc, const std::vector<Turn>& path, std::size_t count) {
  Naming naming;
  Naming::Declared declared;
  for (const Arg& a : proc.args) naming.argument(a.name, declared);
  if (!path.empty()) naming.along(proc.body, path, count, declared);
  names_ = naming.take();
}

Names Names::of_fragment(const Block& block) {
  Naming naming;
  for (Sym s : free_syms(block)) naming.bind(s, s.text());
  naming.block(block);
  Names out;
  out.names_ = naming.take();
  return out;
}

const std::string& Names::of(Sym s) const {
  auto it = names_.find(s);
  return it == names_.end() ? s.text() : it->second;
}

}  // namespace tessera::ir
