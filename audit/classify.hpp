// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bitset>
#include <map>
#include <string>
#include <vector>

#include "audit/assembly.hpp"

namespace tessera::audit {

/// What one instruction is, by the rules of a table.
struct Classified {
  std::bitset<kinds> is;
  std::vector<const Rule*> rules;  ///< that say so; some on a condition on the loop, which is not asked here

  bool operator[](Kind k) const { return is[static_cast<std::size_t>(k)]; }
};

/// Asks each rule once for each mnemonic.
class Classifier {
 public:
  /// Keeps the reference.
  explicit Classifier(const Table& table) : table_(table) {}
  Classified operator()(const Instruction&);

 private:
  const Table& table_;
  std::map<std::string, std::vector<const Rule*>> rules_of_;
};

/// An instruction's operands in memory, as text of their addresses.
std::vector<std::string> addresses_in(const Instruction&, const Classified&, const Table&);

/// The operand that the result goes to; "" without operands.
std::string destination_of(const Instruction&, const Table&);

}  // namespace tessera::audit
