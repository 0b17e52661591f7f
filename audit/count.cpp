// SPDX-License-Identifier: Apache-2.0
#include "audit/count.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "audit/stack.hpp"

namespace tessera::audit {
namespace {

// The instructions of one loop, counted.
class LoopReader {
 public:
  LoopReader(const ReadFunction& f, const Loop& loop, const Table& table) : f_(f), table_(table) {
    for (const std::size_t b : loop.blocks)
      for (std::size_t i = f.flow.blocks[b].first; i < f.flow.blocks[b].last; ++i) places_.push_back(i);
    out_.function = f.function.name;
    out_.label = label_of(f.flow.blocks[loop.header].first);
    out_.counts.has_branches = loop.blocks.size() > 1;
    find_accumulators();
    for (const std::size_t i : places_) count(i);
    describe();
  }

  HottestLoop take() { return std::move(out_); }

 private:
  // The first label that a branch of the loop names, that of the header before others. Some are for debuggers only.
  std::string label_of(std::size_t header) const {
    std::vector<std::size_t> places{header};
    places.insert(places.end(), places_.begin(), places_.end());
    for (const std::size_t at : places)
      for (const std::string& label : f_.function.code[at].labels)
        for (const std::size_t i : places_)
          if (!f_.function.code[i].operands.empty() && f_.function.code[i].operands.back() == label) return label;
    return "";
  }

  // The register that an instruction writes; "" for none.
  std::string result_of(std::size_t i) const {
    const auto named = registers_in(destination_of(f_.function.code[i], table_), table_);
    return named.empty() ? "" : named.front();
  }

  // With three operands the destination is the sum so far; with four it is one of them or is new.
  bool adds_to_its_result(std::size_t i) const {
    const auto named = registers_in(f_.function.code[i].operands_text(), table_);
    return f_.function.code[i].operands.size() < 4 || std::count(named.begin(), named.end(), result_of(i)) > 1;
  }

  void find_accumulators() {
    std::map<std::string, int> chains;
    std::set<std::string> begun_anew;
    for (const std::size_t i : places_) {
      const std::string result = result_of(i);
      if (f_.what[i][Kind::multiply_add] && !result.empty()) accumulators_.insert(result);
      if (f_.what[i][Kind::multiply_add] && adds_to_its_result(i)) ++chains[result];
      else if (!f_.what[i][Kind::store]) begun_anew.insert(result);
    }
    for (const auto& [name, length] : chains)
      if (!begun_anew.contains(name)) out_.counts.longest_chain = std::max(out_.counts.longest_chain, length);
  }

  // A rule with a condition on the loop counts where an instruction of it has such a mnemonic.
  bool holds(const Rule& rule) const {
    return !rule.with || std::any_of(places_.begin(), places_.end(), [&](std::size_t i) {
      return std::regex_match(f_.function.code[i].mnemonic, *rule.with);
    });
  }

  const Rule* rule_of(std::size_t i, Kind kind) const {
    for (const Rule* rule : f_.what[i].rules)
      if (std::find(rule->is.begin(), rule->is.end(), kind) != rule->is.end() && holds(*rule)) return rule;
    return nullptr;
  }

  bool moves_accumulator(const Instruction& instruction) const {
    const auto named = registers_in(instruction.operands_text(), table_);
    return std::any_of(named.begin(), named.end(), [&](const std::string& r) { return accumulators_.contains(r); });
  }

  void count_access(std::size_t i, bool is_spill) {
    const Instruction& instruction = f_.function.code[i];
    const bool is_store = f_.what[i][Kind::store], is_load = f_.what[i][Kind::load];
    if (is_spill || (!is_store && !is_load)) return;
    if (!f_.on_stack[i]) {
      ++(is_store ? out_.counts.stores : out_.counts.loads);
      return;
    }
    ++(is_store ? out_.counts.stack_stores : out_.counts.reloads);
    instructions_[is_store ? "stored on the stack" : "loaded from the stack"].push_back(instruction.text());
  }

  void count(std::size_t i) {
    const Instruction& instruction = f_.function.code[i];
    const Classified& what = f_.what[i];
    Counts& counts = out_.counts;
    ++counts.instructions;
    counts.multiply_adds += what[Kind::multiply_add] || what[Kind::multiply];
    counts.apart += what[Kind::multiply] && !what[Kind::multiply_add];
    counts.calls += what[Kind::call];
    const Rule* spill = rule_of(i, Kind::spill);
    if (spill) {
      ++counts.moved_aside;
      instructions_[spill->why.empty() ? "moved out of the way" : spill->why].push_back(instruction.text());
    }
    count_access(i, spill != nullptr);
    if (what[Kind::move]) {
      ++counts.moves;
      if (moves_accumulator(instruction)) {
        ++counts.moved_accumulators;
        instructions_["accumulators copied between registers"].push_back(instruction.text());
      }
    }
    if (const Rule* defect = rule_of(i, Kind::defect)) {
      ++counts.defects;
      instructions_[defect->why].push_back(instruction.text());
    }
    if (instruction.line == 0) return;
    out_.first_line = out_.first_line ? std::min(out_.first_line, instruction.line) : instruction.line;
    out_.last_line = std::max(out_.last_line, instruction.line);
  }

  void describe() {
    for (auto& [what, instructions] : instructions_) out_.defects.push_back({what, std::move(instructions)});
  }

  const ReadFunction& f_;
  const Table& table_;
  std::vector<std::size_t> places_;  // of the loop's instructions in the function
  std::set<std::string> accumulators_;
  std::map<std::string, std::vector<std::string>> instructions_;  // by what is wrong with them
  HottestLoop out_;
};

}  // namespace

ReadFunction::ReadFunction(const Function& f, const Table& table, Classifier& classify) : function(f) {
  for (const Instruction& i : f.code) what.push_back(classify(i));
  flow = flow_of(f, what);
  on_stack = stack_accesses(f, what, flow, table);
}

HottestLoop counted_loop(const ReadFunction& f, const Loop& loop, const Table& table) {
  return LoopReader(f, loop, table).take();
}

}  // namespace tessera::audit
