// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::script {
namespace {

// Names of a schedule for definitions in files.
class Sources {
 public:
  explicit Sources(const Inputs* inputs) : inputs_(inputs) {}

  TraceName of(const ir::ProcRef& proc) const {
    if (!inputs_) return {"", proc->name};
    for (const Library& l : inputs_->libraries)
      if (l.module.proc(proc->name) == proc) return {library_word(l.name), proc->name};
    return {"program", proc->name};
  }

  TraceName of(const ir::MemoryRef& memory) const {
    const std::string& name = memory->name;
    if (!inputs_) return {"", name};
    for (const Library& l : inputs_->libraries)
      if (l.module.memory(name) == memory) return {library_word(l.name), name};
    const bool is_declared =
        std::find(inputs_->memories.begin(), inputs_->memories.end(), memory) != inputs_->memories.end();
    return {is_declared ? "program" : "", name};
  }

  TraceName of(const ir::ConfigRef& config) const {
    const std::string& name = config->name;
    if (!inputs_) return {"", name};
    if (std::find(inputs_->configs.begin(), inputs_->configs.end(), config) != inputs_->configs.end())
      return {"program", name};
    for (const Library& l : inputs_->libraries)
      if (l.module.config(name) == config) return {library_word(l.name), name};
    return {"", name};
  }

 private:
  const Inputs* inputs_;
};

// The versions in a procedure's history, in order of dependence.
class Ancestry {
 public:
  explicit Ancestry(const Proc& p) : history_(p.context()->history) { visit(p.version()); }

  const std::vector<VersionRef>& order() const { return order_; }
  const std::set<const Version*>& all() const { return seen_; }
  /// The version whose step made the procedure; null for one that was written.
  VersionRef maker(const Version& v) const { return v.parent ? nullptr : history_.maker_of(*v.ir); }
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
      if (const VersionRef made = maker(*v)) visit(made);
      for (const VersionRef& used : v->step.uses)
        if (used) visit(used);
      order_.push_back(v);
    }
  }

  const History& history_;
  std::set<const Version*> seen_;
  std::vector<VersionRef> order_;
};

// Which variable holds each version. A step overwrites its subject's variable unless something later needs the subject.
class Variables {
 public:
  explicit Variables(const Ancestry& ancestry) : order_(ancestry.order()) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (order_[i]->parent) last_need_[order_[i]->parent.get()] = i;
      for (const VersionRef& used : order_[i]->step.uses)
        if (used && !ancestry.is_written(*used)) last_need_[used.get()] = i;
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
  Writer(const Proc& p, const Inputs* inputs) : ancestry_(p), variables_(ancestry_), sources_(inputs) {
    for (const VersionRef& v : ancestry_.order())
      if (v->parent) has_child_.insert(v->parent.get());
    has_child_.insert(p.version().get());  // the result has a variable, with or without steps
    for (const VersionRef& v : ancestry_.order()) add(v);
  }
  Trace take() { return std::move(trace_); }

 private:
  void add(const VersionRef& v) {
    if (v->parent) return trace_.lines.push_back(step_line(v));
    if (!ancestry_.is_written(*v)) return;  // stands on the line of the step that made it
    trace_.roots.push_back({v->ir, sources_.of(v->ir)});
    if (has_child_.count(v.get())) trace_.lines.push_back({v, variables_.of(*v), {}, sources_.of(v->ir), "", {}});
  }

  TraceLine step_line(const VersionRef& v) {
    TraceLine out{v, variables_.of(*v), {}, {}, variables_.of(*v->parent), v->step.args};
    const std::vector<ir::ProcRef>& created = v->step.created;
    if (std::any_of(created.begin(), created.end(), [&](const ir::ProcRef& c) { return ancestry_.holds(c.get()); }))
      for (const ir::ProcRef& c : created) out.made.push_back(variable_of(c));
    spell_tail(out.args);
    for (const RecordedArgument& a : out.args) name_references(a.value);
    return out;
  }

  // `perfect=True` and `tail='perfect'` are one step: normalizes the spelling.
  static void spell_tail(RecordedArguments& args) {
    const auto is_perfect = [](const RecordedArgument& a) {
      return a.name == "perfect" && a.value == RecordedValue{true};
    };
    if (std::none_of(args.begin(), args.end(), is_perfect)) return;
    std::erase_if(args, [](const RecordedArgument& a) { return a.name == "tail"; });
    *std::find_if(args.begin(), args.end(), is_perfect) = {"tail", {std::string("perfect")}};
  }

  void name_references(const RecordedValue& value) {
    if (const auto* list = std::get_if<RecordedValues>(&value.data))
      for (const RecordedValue& item : *list) name_references(item);
    if (const auto* used = std::get_if<VersionRef>(&value.data); used && *used)
      trace_.names[used->get()] = name_of(*used);
    if (const auto* memory = std::get_if<ir::MemoryRef>(&value.data); memory && *memory)
      trace_.names[memory->get()] = sources_.of(*memory);
    if (const auto* config = std::get_if<ir::ConfigRef>(&value.data); config && *config)
      trace_.names[config->get()] = sources_.of(*config);
  }

  TraceName name_of(const VersionRef& used) const {
    return ancestry_.is_written(*used) ? sources_.of(used->ir) : TraceName{"", variables_.of(*used)};
  }

  std::string variable_of(const ir::ProcRef& created) const {
    for (const VersionRef& v : ancestry_.order())
      if (v->ir == created) return variables_.of(*v);
    return "p_unused_" + created->name;
  }

  Ancestry ancestry_;
  Variables variables_;
  Sources sources_;
  std::set<const Version*> has_child_;
  Trace trace_;
};

}  // namespace

std::string text_of(const Trace& trace, const TraceLine& line) {
  if (!line.is_step()) return fmt::format("{} = {}", line.target, line.source.text());
  std::string out = line.target;
  for (const std::string& made : line.made) out += ", " + made;
  out += fmt::format(" = {}({}", line.version->step.primitive, line.subject);
  const auto name = [&trace](const auto& shared) { return trace.name_of(shared).text(); };
  const rewrite::ArgumentNames names{line.subject, name, name, name, rewrite::quoted};
  for (const RecordedArgument& a : line.args)
    out += fmt::format(", {}={}", a.name, rewrite::text_of(a.value, *line.version->parent, names));
  return out + ")";
}

std::string text_of(const Trace& trace) {
  std::string out;
  for (const TraceLine& line : trace.lines) out += text_of(trace, line) + "\n";
  return out;
}

Trace trace_of(const Proc& p, const Inputs* inputs) { return Writer(p, inputs).take(); }

std::set<const Version*> versions_leading_to(const Proc& p) { return Ancestry(p).all(); }

}  // namespace tessera::script
