// SPDX-License-Identifier: Apache-2.0
// Cursors of older versions on newer ones. A node is followed step by step; where it ends, the error names the step
// that removed it. A gap moves with its statement, a block with its first and last statement.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/rewrite/cursor.hpp"
#include "dsl/rewrite/cursor_error.hpp"
#include "dsl/support/lines.hpp"

namespace tessera {
namespace {

using ir::Path;
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
    cursor_error(fmt::format("the cursor is of another schedule of {}, which is not an earlier version of this one",
                             origin(target)->ir->name),
                 search_again);
  cursor_error(fmt::format("the cursor is of {}, which is another procedure than {}", from.name(), to.name()),
               search_again);
}

/// The versions between a cursor's and the one wanted.
class Journey {
 public:
  Journey(const Proc& from, const Proc& to) : history_(to.context()->history), passed_(history_.passed()) {
    const std::uint32_t start = from.version()->number;
    std::uint32_t at = to.version()->number;
    const auto is_of_context = [&](const Proc& p) {
      const std::uint32_t number = p.version()->number;
      return number < passed_.size() && passed_[number].version == p.version().get();
    };
    if (!is_of_context(from) || !is_of_context(to)) unrelated(to, from);
    for (;;) {
      const std::uint32_t run = passed_[at].run;
      if (run <= start && start <= at) break;
      runs_.push_back({run, at});
      if (passed_[run].parent == run) unrelated(to, from);
      at = passed_[run].parent;
    }
    if (start < at) runs_.push_back({start + 1, at});
    std::reverse(runs_.begin(), runs_.end());
  }

  /// Where the node is now, or nothing.
  std::optional<Path> find(Path path) const { return walk(path) ? std::nullopt : std::optional(std::move(path)); }

  Path follow(Path path) const {
    if (const Version* lost = walk(path)) gone(*lost, path);
    return path;
  }

  // An argument that is gone does not come back.
  int argument(const ir::Procedure& before, const ir::Procedure& after, int index) const {
    const ir::Sym name = before.args.at(static_cast<std::size_t>(index)).name;
    if (const auto now = argument(after, name)) return *now;
    for (const Run& run : runs_)
      for (std::uint32_t number = run.first; number <= run.last; ++number) {
        const Version& step = *passed_[number].version;
        if (!argument(*step.ir, name))
          cursor_error(fmt::format("the argument {} is gone: {} removed it", name.text(), step.step.primitive));
      }
    bug("no step removed the argument " + name.text());
  }

 private:
  [[noreturn]] static void gone(const Version& step, const Path& path) {
    const ir::Procedure& before = *step.parent->ir;
    const ir::Names names(before);
    std::optional<ir::Expr> e = ir::expr_at(before, path);
    std::string text = e ? ir::print(*e, names) : ir::print(*ir::stmt_at(before, path), names);
    cursor_error(fmt::format("the cursor points at something that {} removed", step.step.primitive), search_again,
                 {{step.step.loc, "it was: " + first_line(text)}});
  }

  static std::optional<int> argument(const ir::Procedure& proc, ir::Sym name) {
    const auto found =
        std::find_if(proc.args.begin(), proc.args.end(), [&](const ir::Arg& a) { return a.name == name; });
    return found == proc.args.end() ? std::nullopt : std::optional(static_cast<int>(found - proc.args.begin()));
  }

  // Gives the step that removed it, and then leaves the path as it was there.
  const Version* walk(Path& path) const {
    for (const Run& run : runs_)
      for (std::uint32_t number = run.first; number <= run.last;) {
        const std::uint32_t stretch = History::in_stretch;
        const bool is_whole = number % stretch == 0 && number + stretch <= run.last + 1;
        if (is_whole && is_beside(history_.stretches()[number / stretch], path)) {
          number += stretch;
          continue;
        }
        const History::Passed& step = passed_[number++];
        if (is_beside(step.untouched, path)) continue;
        std::optional<Path> next = step.version->step.forward(path);
        if (!next) return step.version;
        path = *std::move(next);
      }
    return nullptr;
  }

  static bool is_beside(const cursor::Untouched& untouched, Path& path) {
    const std::optional<int> now = path.steps.empty() ? std::nullopt : untouched(path.steps.front().index);
    if (now) path.steps.front().index = *now;
    return now.has_value();
  }

  /// Versions of these numbers, each made of the one before it.
  struct Run {
    std::uint32_t first, last;
  };

  const History& history_;
  const std::vector<History::Passed>& passed_;
  std::vector<Run> runs_;
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

// The remaining statements of the block are contiguous: between them are only new ones, none from outside.
ir::Range forward_block(const Journey& journey, const ir::Procedure& before, const ir::Range& block) {
  const Path first = journey.follow(block.first), last = journey.follow(block.first.sibling(block.count - 1));
  const int a = first.steps.back().index, b = last.steps.back().index;
  const Extent extent{first, std::min(a, b), std::max(a, b)};
  const int size = static_cast<int>(ir::list_at(before, block.first)->size());
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
    case Kind::arg: return Cursor::argument(*this, journey.argument(c.proc().ir(), ir(), c.count()));
    case Kind::stmt:
    case Kind::expr: return {*this, c.kind(), journey.follow(c.path())};
    case Kind::block: {
      const ir::Range now = forward_block(journey, c.proc().ir(), c.range());
      return {*this, Kind::block, now.first, now.count};
    }
    case Kind::gap: {
      const bool follows = c.goes_with_previous_ || !ir::stmt_at(c.proc().ir(), c.path());
      const Path now = journey.follow(follows ? c.path().sibling(-1) : c.path());
      Cursor out(*this, Kind::gap, follows ? now.sibling(1) : now);
      out.goes_with_previous_ = follows;
      return out;
    }
  }
  bug("unknown kind of cursor");
}

}  // namespace tessera
