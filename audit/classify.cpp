// SPDX-License-Identifier: Apache-2.0
#include "audit/classify.hpp"

namespace tessera::audit {

Classified Classifier::operator()(const Instruction& instruction) {
  const auto [known, is_new] = rules_of_.try_emplace(instruction.mnemonic);
  if (is_new)
    for (const Rule& rule : table_.rules)
      if (std::regex_match(instruction.mnemonic, rule.mnemonic)) known->second.push_back(&rule);
  Classified out;
  const std::string operands = instruction.operands_text();
  for (const Rule* rule : known->second) {
    if (rule->operands && !std::regex_search(operands, *rule->operands)) continue;
    out.rules.push_back(rule);
    for (const Kind kind : rule->is) out.is.set(static_cast<std::size_t>(kind));
  }
  return out;
}

std::vector<std::string> addresses_in(const Instruction& instruction, const Classified& what, const Table& table) {
  std::vector<std::string> out;
  if (what[Kind::indexed] && !instruction.operands.empty())
    return {instruction.operands.begin() + 1, instruction.operands.end()};
  for (const std::string& operand : instruction.operands)
    for (std::sregex_iterator at(operand.begin(), operand.end(), table.memory), end; at != end; ++at)
      out.push_back((*at)[at->size() > 1 ? 1 : 0].str());
  return out;
}

std::string destination_of(const Instruction& instruction, const Table& table) {
  if (instruction.operands.empty()) return "";
  return table.destination_is_last ? instruction.operands.back() : instruction.operands.front();
}

}  // namespace tessera::audit
