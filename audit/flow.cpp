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

// Strongly connected components that hold a cycle, among the blocks of `within`: Tarjan's algorithm, without recursion,
// for a function may have very many blocks.
class Components {
 public:
  using Blocks = std::set<std::size_t>;

  Components(const Flow& flow, const Blocks& within) : flow_(flow), within_(within) {
    for (const std::size_t b : within)
      if (!number_.contains(b)) visit_all_from(b);
  }
  std::vector<Blocks> cyclic;

 private:
  struct Visit {
    std::size_t block, tried = 0;  ///< so many of its next blocks
  };

  void visit_all_from(std::size_t first) {
    std::vector<Visit> path;
    const auto begin = [&](std::size_t block) {
      const std::size_t number = number_.size();
      number_[block] = lowest_[block] = number;
      open_.push_back(block);
      path.push_back({block});
    };
    for (begin(first); !path.empty();) {
      Visit& at = path.back();
      const std::vector<std::size_t>& nexts = flow_.blocks[at.block].next;
      if (at.tried == nexts.size()) {
        const std::size_t block = at.block;
        path.pop_back();
        if (lowest_[block] == number_[block]) close(block);
        if (!path.empty()) lower(path.back().block, lowest_[block]);
        continue;
      }
      const std::size_t next = nexts[at.tried++];
      if (!within_.contains(next) || closed_.contains(next)) continue;
      if (number_.contains(next)) lower(at.block, number_[next]);
      else begin(next);
    }
  }

  void lower(std::size_t block, std::size_t to) { lowest_[block] = std::min(lowest_[block], to); }

  // All that were opened since are a component.
  void close(std::size_t block) {
    Blocks component;
    for (bool is_last = false; !is_last; open_.pop_back()) {
      is_last = open_.back() == block;
      component.insert(open_.back());
    }
    closed_.insert(component.begin(), component.end());
    const std::vector<std::size_t>& nexts = flow_.blocks[block].next;
    if (component.size() > 1 || std::find(nexts.begin(), nexts.end(), block) != nexts.end())
      cyclic.push_back(std::move(component));
  }

  const Flow& flow_;
  const Blocks& within_;
  std::map<std::size_t, std::size_t> number_, lowest_;
  std::vector<std::size_t> open_;
  Blocks closed_;
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
