// SPDX-License-Identifier: Apache-2.0
// The instructions of a target, by what they say of themselves.
#include <algorithm>

#include "schedules/vectorize.hpp"

namespace tessera::schedules {

std::optional<std::int64_t> stated_scratch(const Proc& instruction) {
  const auto& facts = instruction.ir().instr->facts;
  const auto fact = facts.find("scratch");
  if (fact == facts.end()) return std::nullopt;
  return std::stoll(fact->second);
}

namespace {

// Such as one that stores an accumulator of rows: it has the role and the type, and does nothing with these vectors.
bool is_of_other_registers(const ir::Procedure& p, const ir::MemoryDecl& vectors) {
  const auto is_one = [](const ir::Arg& a) { return a.mem && a.mem->is_register(); };
  const auto is_vector = [&](const ir::Arg& a) { return is_one(a) && a.mem->name == vectors.name; };
  return std::any_of(p.args.begin(), p.args.end(), is_one) && std::none_of(p.args.begin(), p.args.end(), is_vector);
}

}  // namespace

const Proc* VectorTarget::with_role(const std::string& role) const {
  const auto found = std::find_if(instructions.begin(), instructions.end(), [&](const Proc& p) {
    const auto& facts = p.ir().instr->facts;
    return facts.count("role") && facts.at("role") == role && !(memory && is_of_other_registers(p.ir(), *memory));
  });
  return found == instructions.end() ? nullptr : &*found;
}

const Proc* VectorTarget::prefetch(const std::string& role, ir::Scalar type) const {
  const auto is_it = [&](const Proc& p) {
    const auto fact = p.ir().instr->facts.find("role");
    return fact != p.ir().instr->facts.end() && fact->second == role && p.ir().args.front().type.scalar == type;
  };
  for (const std::vector<Proc>* all : {&instructions, dot ? &dot->prefetches : nullptr}) {
    if (all == nullptr) continue;
    const auto found = std::find_if(all->begin(), all->end(), is_it);
    if (found != all->end()) return &*found;
  }
  return nullptr;
}

}  // namespace tessera::schedules
