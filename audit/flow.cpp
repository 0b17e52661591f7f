// SPDX-License-Identifier: Apache-2.0
// Loops are the strongly connected components of the blocks; without the header, the components that are left of one
// are the loops in it.
#include "audit/flow.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tessera::audit {
namespace {

bool leaves(const Classified& c) { return c[Kind::jump] || c[Kind::end]; }

std::map<std::string, std::size_t> places_of_labels(const Function& f) {
  std::map<std::string, std::size_t> out;
  for (std::size_t i = 0; i < f.code.size(); ++i)
    for (const std::string& label : f.code[i].labels) out.emplace(label, i);
  return out;
}

// The instruction that a branch may go to; the function's end where that is not known.
std::size_t target_of(const Function& f, std::size_t branch, const std::map<std::string, std::size_t>& labels) {
  const auto& operands = f.code[branch].operands;
  const auto found = operands.empty() ? labels.end() : labels.find(operands.back());
  return found == labels.end() ? f.code.size() : found->second;
}

// Strongly connected components that hold a cycle, among the blocks of `within` (Tarjan's algorithm).
class Components {
 public:
  using Blocks = std::set<std::size_t>;

  Components(const Flow& flow, const Blocks& within) : flow_(flow), within_(within) {
    for (const std::size_t b : within) visit(b);
  }
  std::vector<Blocks> cyclic;

 private:
  std::size_t visit(std::size_t block) {
    if (const auto seen = lowest_.find(block); seen != lowest_.end()) return seen->second;
    const std::size_t number = lowest_.size();
    lowest_[block] = number;
    stack_.push_back(block);
    for (const std::size_t next : flow_.blocks[block].next)
      if (within_.contains(next) && !done_.contains(next)) lowest_[block] = std::min(lowest_[block], visit(next));
    if (lowest_[block] != number) return lowest_[block];
    Blocks component;
    for (std::size_t last = block + 1; last != block; component.insert(last), done_.insert(last)) {
      last = stack_.back();
      stack_.pop_back();
    }
    const auto& next = flow_.blocks[block].next;
    if (component.size() > 1 || std::find(next.begin(), next.end(), block) != next.end())
      cyclic.push_back(std::move(component));
    return number;
  }

  const Flow& flow_;
  const Blocks& within_;
  std::map<std::size_t, std::size_t> lowest_;
  std::vector<std::size_t> stack_;
  Blocks done_;
};

// The first block that is reached from outside.
std::size_t header_of(const Flow& flow, const Components::Blocks& loop) {
  for (const std::size_t b : loop)
    if (b == 0 || std::any_of(flow.blocks[b].before.begin(), flow.blocks[b].before.end(),
                              [&](std::size_t from) { return !loop.contains(from); }))
      return b;
  return *loop.begin();
}

void add_innermost(const Flow& flow, const Components::Blocks& within, std::vector<Loop>& out) {
  for (const Components::Blocks& loop : Components(flow, within).cyclic) {
    const std::size_t header = header_of(flow, loop), before = out.size();
    Components::Blocks inside = loop;
    inside.erase(header);
    add_innermost(flow, inside, out);
    if (out.size() == before) out.push_back({{loop.begin(), loop.end()}, header});
  }
}

}  // namespace

Flow flow_of(const Function& f, const std::vector<Classified>& what) {
  const std::map<std::string, std::size_t> labels = places_of_labels(f);
  std::set<std::size_t> starts{0};
  for (std::size_t i = 0; i < f.code.size(); ++i) {
    if (!what[i][Kind::branch] && !leaves(what[i])) continue;
    starts.insert(i + 1);
    starts.insert(target_of(f, i, labels));
  }
  starts.erase(f.code.size());
  Flow out;
  std::map<std::size_t, std::size_t> block_at;
  for (auto at = starts.begin(); at != starts.end() && !f.code.empty(); ++at) {
    block_at[*at] = out.blocks.size();
    out.blocks.push_back({*at, std::next(at) == starts.end() ? f.code.size() : *std::next(at), {}, {}});
  }
  const auto connect = [&](std::size_t from, std::size_t to) {
    if (!block_at.contains(to)) return;
    out.blocks[from].next.push_back(block_at[to]);
    out.blocks[block_at[to]].before.push_back(from);
  };
  for (std::size_t b = 0; b < out.blocks.size(); ++b) {
    const std::size_t last = out.blocks[b].last - 1;
    if (!leaves(what[last])) connect(b, last + 1);
    if (what[last][Kind::branch] || what[last][Kind::jump]) connect(b, target_of(f, last, labels));
  }
  return out;
}

std::vector<Loop> innermost_loops(const Flow& flow) {
  Components::Blocks all;
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) all.insert(b);
  std::vector<Loop> out;
  add_innermost(flow, all, out);
  std::sort(out.begin(), out.end(), [](const Loop& a, const Loop& b) { return a.blocks < b.blocks; });
  return out;
}

}  // namespace tessera::audit
