// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::script {
namespace {

// How a schedule names what is declared in files.
class Sources {
 public:
  explicit Sources(const Inputs* inputs) : inputs_(inputs) {}

  std::string of(const ir::ProcRef& proc) const {
    if (!inputs_) return proc->name;
    for (const Library& l : inputs_->libraries)
      if (l.module.proc(proc->name) == proc) return library_word(l.name) + "." + proc->name;
    return "program." + proc->name;
  }

  // A step's record holds the name of a memory; `result` is the program that has it.
  std::string of_memory(const std::string& name, const ir::Procedure& result) const {
    if (!inputs_) return name;
    ir::MemoryRef used = memory_in(result, name);
    auto is_meant = [&](const ir::MemoryRef& m) { return m && (!used || m == used); };
    for (const Library& l : inputs_->libraries)
      if (is_meant(l.module.memory(name))) return library_word(l.name) + "." + name;
    for (const ir::MemoryRef& m : inputs_->memories)
      if (m->name == name && is_meant(m)) return "program." + name;
    return name;
  }

  std::string of_config(const std::string& name) const {
    if (!inputs_) return name;
    for (const ir::ConfigRef& c : inputs_->configs)
      if (c->name == name) return "program." + name;
    for (const Library& l : inputs_->libraries)
      if (l.module.config(name)) return library_word(l.name) + "." + name;
    return name;
  }

 private:
  static ir::MemoryRef memory_in(const ir::Procedure& proc, const std::string& name) {
    for (const auto& [sym, declared] : ir::declarations(proc))
      if (declared.mem && declared.mem->name == name) return declared.mem;
    return nullptr;
  }

  const Inputs* inputs_;
};

// The versions that a procedure came from, each after those that it needs.
class History {
 public:
  explicit History(const Proc& p) {
    for (const auto& [ir, version] : p.context()->versions)
      for (const ir::ProcRef& made : version->step.created) makers_[made.get()] = version;
    visit(p.version());
  }

  const std::vector<VersionRef>& order() const { return order_; }
  const std::set<const Version*>& all() const { return seen_; }
  /// The version whose step made the procedure; null for one that was written.
  const Version* maker(const Version& v) const {
    auto it = makers_.find(v.ir.get());
    return v.parent || it == makers_.end() ? nullptr : it->second.get();
  }
  /// As opposed to made by a step: it has a name in some file.
  bool is_written(const Version& v) const { return !v.parent && !maker(v); }
  bool holds(const ir::Procedure* ir) const {
    return std::any_of(order_.begin(), order_.end(), [&](const VersionRef& v) { return v->ir.get() == ir; });
  }

 private:
  void visit(const VersionRef& last) {
    std::vector<VersionRef> chain;
    for (VersionRef v = last; v && !seen_.count(v.get()); v = v->parent) chain.push_back(v);
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      const VersionRef& v = *it;
      seen_.insert(v.get());
      auto made = makers_.find(v->ir.get());
      if (!v->parent && made != makers_.end()) visit(made->second);
      for (const VersionRef& used : v->step.uses)
        if (used) visit(used);
      order_.push_back(v);
    }
  }

  std::unordered_map<const ir::Procedure*, VersionRef> makers_;
  std::set<const Version*> seen_;
  std::vector<VersionRef> order_;
};

// Which variable holds each version. A step overwrites its subject's variable unless something later needs the subject.
class Variables {
 public:
  explicit Variables(const History& history) : order_(history.order()) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (order_[i]->parent) last_need_[order_[i]->parent.get()] = i;
      for (const VersionRef& used : order_[i]->step.uses)
        if (used && !history.is_written(*used)) last_need_[used.get()] = i;
    }
    for (std::size_t i = 0; i < order_.size(); ++i) group_[order_[i].get()] = group_of(i);
    // A group is called after its last procedure; the one of the result is p.
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) name_group(**it);
  }

  const std::string& of(const Version& v) const { return names_.at(group_.at(&v)); }

 private:
  const Version* group_of(std::size_t i) const {
    const Version* parent = order_[i]->parent.get();
    return parent && last_need_.at(parent) == i ? group_.at(parent) : order_[i].get();
  }

  void name_group(const Version& v) {
    const Version* group = group_.at(&v);
    if (names_.count(group)) return;
    std::string base = names_.empty() ? "p" : "p_" + v.ir->name, name = base;
    for (int n = 2; taken_.count(name); ++n) name = fmt::format("{}_{}", base, n);
    taken_.insert(name);
    names_[group] = name;
  }

  const std::vector<VersionRef>& order_;
  std::unordered_map<const Version*, std::size_t> last_need_;
  std::unordered_map<const Version*, const Version*> group_;  ///< to the first of the group
  std::unordered_map<const Version*, std::string> names_;
  std::set<std::string> taken_;
};

class Writer {
 public:
  Writer(const Proc& p, const Inputs* inputs) : history_(p), variables_(history_), sources_(inputs) {
    for (const VersionRef& v : history_.order())
      if (v->parent) has_child_.insert(v->parent.get());
    has_child_.insert(p.version().get());  // the result has a variable, with or without steps
    for (const VersionRef& v : history_.order()) add(v);
  }
  Trace take() { return std::move(trace_); }

 private:
  void add(const VersionRef& v) {
    if (v->parent) return trace_.lines.push_back(step_line(v));
    if (!history_.is_written(*v)) return;  // stands on the line of the step that made it
    trace_.roots.push_back({v->ir, sources_.of(v->ir)});
    if (has_child_.count(v.get())) trace_.lines.push_back({v, variables_.of(*v), {}, sources_.of(v->ir), "", {}});
  }

  TraceLine step_line(const VersionRef& v) const {
    TraceLine out{v, variables_.of(*v), {}, "", variables_.of(*v->parent), {}};
    const std::vector<ir::ProcRef>& created = v->step.created;
    if (std::any_of(created.begin(), created.end(), [&](const ir::ProcRef& c) { return history_.holds(c.get()); }))
      for (const ir::ProcRef& c : created) out.made.push_back(variable_of(c));
    const Primitive& primitive = *find_primitive(v->step.primitive);
    std::vector<VersionRef> uses = v->step.uses;
    std::erase(uses, nullptr);  // arguments that were left out
    std::size_t next_use = 0;
    auto take_use = [&] { return procedure(uses.at(next_use++)); };
    for (const auto& [name, text] : v->step.args)
      out.args.emplace_back(name, argument(kind_of(primitive, name), text, *v, take_use));
    spell_tail(out);
    return out;
  }

  // `perfect=True` and `tail='perfect'` are one step: it is written in one way.
  static void spell_tail(TraceLine& line) {
    auto is = [](const char* name) { return [name](const auto& arg) { return arg.first == name; }; };
    auto perfect = std::find_if(line.args.begin(), line.args.end(), is("perfect"));
    if (perfect == line.args.end() || perfect->second != "True") return;
    *perfect = {"tail", "'perfect'"};
    auto tail = std::find_if(line.args.begin(), line.args.end(), is("tail"));
    if (tail != perfect) line.args.erase(tail);
  }

  std::string variable_of(const ir::ProcRef& created) const {
    for (const VersionRef& v : history_.order())
      if (v->ir == created) return variables_.of(*v);
    return "p_unused_" + created->name;
  }

  static std::string kind_of(const Primitive& primitive, const std::string& argument) {
    for (const Parameter& p : primitive.parameters)
      if (p.name == argument) return p.kind;
    return "";
  }

  // Procedures among the arguments are those of `uses`, in order.
  template <class TakeUse>
  std::string argument(const std::string& kind, const std::string& text, const Version& v, TakeUse take_use) const {
    if (kind == "procedure") return text.empty() ? text : take_use();
    if (kind == "list of procedures") {
      std::vector<std::string> items;
      for (auto count = text == "[]" ? 0 : 1 + std::count(text.begin(), text.end(), ','); count > 0; --count)
        items.push_back(take_use());
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
    if (kind == "memory") return sources_.of_memory(text, *v.ir);
    if (kind == "configuration") return sources_.of_config(text);
    return with_subject(text, variables_.of(*v.parent));
  }

  // Searches start from `p`, in a list too; here the subject has another name.
  static std::string with_subject(const std::string& text, const std::string& subject) {
    std::string out;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i], before = i ? text[i - 1] : ' ';
      if (!quote && c == 'p' && text.compare(i, 2, "p.") == 0 && (before == ' ' || before == '[')) {
        out += subject;
        continue;
      }
      if (quote && c == '\\') out += text[i++];
      else if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? 0 : c;
      out += text[i];
    }
    return out;
  }

  std::string procedure(const VersionRef& used) const {
    return history_.is_written(*used) ? sources_.of(used->ir) : variables_.of(*used);
  }

  History history_;
  Variables variables_;
  Sources sources_;
  std::set<const Version*> has_child_;
  Trace trace_;
};

}  // namespace

Trace trace_of(const Proc& p, const Inputs* inputs) { return Writer(p, inputs).take(); }

std::set<const Version*> versions_leading_to(const Proc& p) { return History(p).all(); }

}  // namespace tessera::script
