// SPDX-License-Identifier: Apache-2.0
// Where vectors have no displacement, a spill is at an address in a register, computed before; and arrays of
// accumulators are reached by pointers. So this follows what may hold an address of the stack, over all paths, until
// nothing changes.
#include "audit/stack.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tessera::audit {
namespace {

using Registers = std::set<std::string>;

class StackAddresses {
 public:
  StackAddresses(const Function& f, const std::vector<Classified>& what, const Flow& flow, const Table& table)
      : f_(f), what_(what), flow_(flow), table_(table), at_start_(flow.blocks.size()) {
    if (!flow.blocks.empty()) at_start_[0].insert(table.stack.begin(), table.stack.end());
    for (bool changed = true; std::exchange(changed, false);)
      for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
        const Registers out = after(b, nullptr);
        for (const std::size_t next : flow.blocks[b].next)
          for (const std::string& r : out) changed |= at_start_[next].insert(r).second;
      }
  }

  std::vector<bool> accesses() const {
    std::vector<bool> out(f_.code.size());
    for (std::size_t b = 0; b < flow_.blocks.size(); ++b) after(b, &out);
    return out;
  }

 private:
  Registers after(std::size_t block, std::vector<bool>* accesses) const {
    Registers held = at_start_[block];
    for (std::size_t i = flow_.blocks[block].first; i < flow_.blocks[block].last; ++i) {
      if (accesses) (*accesses)[i] = is_access(i, held);
      write(i, held);
    }
    return held;
  }

  // Each text is looked through once: most occur again and again.
  const std::vector<std::string>& registers_of(const std::string& text) const {
    const auto [known, is_new] = registers_of_.try_emplace(text);
    if (is_new) known->second = registers_in(text, table_);
    return known->second;
  }

  bool holds_one(const std::string& text, const Registers& held) const {
    const std::vector<std::string>& named = registers_of(text);
    return std::any_of(named.begin(), named.end(), [&](const std::string& r) { return held.contains(r); });
  }

  bool is_access(std::size_t i, const Registers& held) const {
    if (!what_[i][Kind::load] && !what_[i][Kind::store]) return false;
    const std::vector<std::string> addresses = addresses_in(f_.code[i], what_[i], table_);
    return std::any_of(addresses.begin(), addresses.end(), [&](const std::string& a) { return holds_one(a, held); });
  }

  // The stack pointer stays one, whatever is added to it.
  void set(const std::string& destination, bool is_stack, Registers& held) const {
    for (const std::string& r : registers_of(destination)) {
      if (is_stack) held.insert(r);
      else if (std::find(table_.stack.begin(), table_.stack.end(), r) == table_.stack.end()) held.erase(r);
    }
  }

  void write(std::size_t i, Registers& held) const {
    const Classified& what = what_[i];
    for (const Kind k : {Kind::store, Kind::branch, Kind::jump, Kind::end, Kind::call, Kind::reads})
      if (what[k]) return;
    const std::vector<std::string>& operands = f_.code[i].operands;
    if (operands.empty()) return;
    if (what[Kind::load] && what[Kind::indexed]) return set(operands.front(), false, held);
    if (what[Kind::load]) return load(operands, held);
    const std::string destination = destination_of(f_.code[i], table_);
    const bool also_read = table_.reads_destination && operands.size() <= 2 && !what[Kind::overwrites];
    bool is_stack = also_read && holds_one(destination, held);
    const std::size_t to = table_.destination_is_last ? operands.size() - 1 : 0;
    for (std::size_t k = 0; k < operands.size(); ++k) is_stack |= k != to && holds_one(operands[k], held);
    set(destination, is_stack && !what[Kind::constant], held);
  }

  // All that comes on the side of the destinations: some loads have two.
  void load(const std::vector<std::string>& operands, Registers& held) const {
    const auto is_memory = [&](const std::string& o) { return std::regex_search(o, table_.memory); };
    if (table_.destination_is_last) {
      if (!is_memory(operands.back())) set(operands.back(), false, held);
      return;
    }
    for (const std::string& o : operands) {
      if (is_memory(o)) return;
      set(o, false, held);
    }
  }

  const Function& f_;
  const std::vector<Classified>& what_;
  const Flow& flow_;
  const Table& table_;
  std::vector<Registers> at_start_;
  mutable std::unordered_map<std::string, std::vector<std::string>> registers_of_;
};

}  // namespace

std::vector<bool> stack_accesses(const Function& f, const std::vector<Classified>& what, const Flow& flow,
                                 const Table& table) {
  return StackAddresses(f, what, flow, table).accesses();
}

}  // namespace tessera::audit
