// SPDX-License-Identifier: Apache-2.0
// Cursors of older versions on newer ones. A node is followed step by step; where it ends, the error names the step
// that removed it. A gap goes with the statement that it was made from, a block with its first and last statement.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/rewrite/cursor.hpp"
#include "dsl/rewrite/cursor_error.hpp"

namespace tessera {
namespace {

using cursor::Path;
using Kind = AnyCursor::Kind;

constexpr const char* search_again = "search for it again in the procedure as it is now";

bool comes_from(const Version* later, const Version* earlier) {
  for (const Version* v = later; v; v = v->parent.get())
    if (v == earlier) return true;
  return false;
}

const Version* origin(const Version* v) {
  while (v->parent) v = v->parent.get();
  return v;
}

[[noreturn]] void unrelated(const Proc& to, const Proc& from) {
  const Version *target = to.version().get(), *source = from.version().get();
  if (comes_from(source, target))
    cursor_error(fmt::format("the cursor is of a later version of {}, after {}", to.name(), source->step.primitive),
                 "cursors go forward only; use the procedure that it was made on");
  if (origin(source) == origin(target))
    cursor_error(fmt::format("the cursor is of another schedule of {}, which is no earlier version of this one",
                             origin(target)->ir->name),
                 search_again);
  cursor_error(fmt::format("the cursor is of {}, which is another procedure than {}", from.name(), to.name()),
               search_again);
}

/// The versions between a cursor's and the one wanted.
class Journey {
 public:
  Journey(const Proc& from, const Proc& to) : passed_(to.context()->passed) {
    const std::uint32_t start = from.version()->number;
    std::uint32_t at = to.version()->number;
    const auto is_of_context = [&](const Proc& p) {
      const std::uint32_t number = p.version()->number;
      return number < passed_.size() && passed_[number].version == p.version().get();
    };
    const bool is_known = is_of_context(from) && is_of_context(to);
    while (is_known && at != start && passed_[at].parent != at) steps_.push_back(at), at = passed_[at].parent;
    if (!is_known || at != start) unrelated(to, from);
    std::reverse(steps_.begin(), steps_.end());
  }

  /// Where the node is now, or nothing.
  std::optional<Path> find(Path path) const {
    const Version* lost = nullptr;
    return walk(std::move(path), lost);
  }

  Path follow(Path path) const {
    const Version* lost = nullptr;
    const Path start = path;
    if (std::optional<Path> out = walk(std::move(path), lost)) return *std::move(out);
    gone(*lost, before(*lost, start));
  }

  int argument(const ir::Procedure& before, int index) const {
    const ir::Sym name = before.args.at(static_cast<std::size_t>(index)).name;
    for (const std::uint32_t number : steps_) {
      const Version* step = passed_[number].version;
      const auto& args = step->ir->args;
      auto found = std::find_if(args.begin(), args.end(), [&](const ir::Arg& a) { return a.name == name; });
      if (found == args.end())
        cursor_error(fmt::format("the argument {} is gone: {} removed it", name.text(), step->step.primitive));
      index = static_cast<int>(found - args.begin());
    }
    return index;
  }

 private:
  [[noreturn]] static void gone(const Version& step, const Path& path) {
    const ir::Procedure& before = *step.parent->ir;
    const ir::Names names(before);
    std::optional<ir::Expr> e = cursor::expr_at(before, path);
    std::string text = e ? ir::print(*e, names) : ir::print(*cursor::stmt_at(before, path), names);
    cursor_error(fmt::format("the cursor points at something that {} removed", step.step.primitive), search_again,
                 {{step.step.loc, "it was: " + text.substr(0, text.find('\n'))}});
  }

  // `lost`: the step that removed it.
  std::optional<Path> walk(Path path, const Version*& lost) const {
    for (const std::uint32_t number : steps_) {
      const Context::Passed& step = passed_[number];
      const bool is_beside = step.inside >= 0 && !path.steps.empty() && path.steps.front().index != step.inside;
      if (is_beside) continue;
      std::optional<Path> next = step.version->step.forward(path);
      if (!next) {
        lost = step.version;
        return std::nullopt;
      }
      path = *std::move(next);
    }
    return path;
  }

  // Where it was when the step removed it.
  Path before(const Version& step, Path path) const {
    for (const std::uint32_t number : steps_) {
      const Version* one = passed_[number].version;
      if (one == &step) break;
      path = *one->step.forward(path);
    }
    return path;
  }

  const std::vector<Context::Passed>& passed_;
  std::vector<std::uint32_t> steps_;
};

// The places in the list of `first` from the first to the last member.
struct Extent {
  Path first;
  int least, most;

  bool has(const Path& p) const {
    const int index = p.steps.empty() ? -1 : p.steps.back().index;
    return p.steps.size() == first.steps.size() && p.parent() == first.parent() &&
           p.steps.back().branch == first.steps.back().branch && least <= index && index <= most;
  }
};

// What is left of the block stands together: beside it there is only what steps put there, nothing that stood outside.
cursor::Range forward_block(const Journey& journey, const ir::Procedure& before, const cursor::Range& block) {
  const Path first = journey.follow(block.first), last = journey.follow(block.first.sibling(block.count - 1));
  const int a = first.steps.back().index, b = last.steps.back().index;
  const Extent extent{first, std::min(a, b), std::max(a, b)};
  const int size = static_cast<int>(cursor::list_at(before, block.first)->size());
  const int from = block.first.steps.back().index;
  for (int i = 0; i < size; ++i) {
    const bool is_member = from <= i && i < from + block.count;
    const std::optional<Path> now = journey.find(block.first.sibling(i - from));
    if (now && extent.has(*now) != is_member) cursor_error("the statements of the block no longer stand together");
  }
  return {first.sibling(extent.least - a), extent.most - extent.least + 1};
}

}  // namespace

Cursor Proc::forward(const Cursor& c) const {
  const Journey journey(c.proc(), *this);
  switch (c.kind()) {
    case Kind::arg: return Cursor::argument(*this, journey.argument(c.proc().ir(), c.count()));
    case Kind::stmt:
    case Kind::expr: return {*this, c.kind(), journey.follow(c.path())};
    case Kind::block: {
      const cursor::Range now = forward_block(journey, c.proc().ir(), c.range());
      return {*this, Kind::block, now.first, now.count};
    }
    case Kind::gap: {
      const bool follows = c.goes_with_previous_ || !cursor::stmt_at(c.proc().ir(), c.path());
      const Path now = journey.follow(follows ? c.path().sibling(-1) : c.path());
      Cursor out(*this, Kind::gap, follows ? now.sibling(1) : now);
      out.goes_with_previous_ = follows;
      return out;
    }
  }
  bug("unknown kind of cursor");
}

}  // namespace tessera
