// SPDX-License-Identifier: Apache-2.0
// Texts for arguments: expressions over the names in scope at the chosen place.
#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/forwarding.hpp"

namespace tessera::fuzz {

using rewrite::Value;
using rewrite::Values;

ArgumentChooser::Scope ArgumentChooser::scope() const {
  Scope out;
  const ir::Names names(proc_.ir());
  for (const ir::Arg& a : proc_.ir().args)
    if (ir::is_integer_control(a.type.scalar)) out.sizes.push_back(names.of(a.name));
  if (!anchor_ || anchor_->kind() == Cursor::Kind::arg) return out;
  const ir::Path at = anchor_->path().stmt();
  std::vector<ir::Path> around = ir::ancestor_paths(at);
  for (const ir::Path& path : around)
    if (const ir::Stmt* s = ir::stmt_at(proc_.ir(), path))
      if (const ir::For* loop = s->as<ir::For>()) {
        out.counters.push_back(names.of(loop->iter));
        out.loops.push_back(loop);
      }
  return out;
}

std::string ArgumentChooser::index_text() {
  const Scope s = scope();
  if (s.counters.empty() || dice_.chance(30)) return std::to_string(dice_.between(0, 3));
  const std::size_t which = dice_.chance(70) ? s.counters.size() - 1 : dice_.below(s.counters.size());
  const std::string& i = s.counters[which];
  const ir::For& loop = *s.loops[which];
  const ir::Names names(proc_.ir());
  switch (dice_.below(6)) {
    case 0: return i + " % 2";
    case 1: return Written{"{} - {}", i, ir::print(loop.lo, names)};
    case 2: return Written{"{} + {}", i, dice_.between(0, 2)};
    case 3: return i + " / 2";
    default: return i;
  }
}

std::string ArgumentChooser::extent_text() {
  const Scope s = scope();
  const ir::Names names(proc_.ir());
  if (!s.loops.empty() && dice_.chance(55)) return ir::print(s.loops.back()->hi, names);
  if (anchor_ && dice_.chance(60)) {
    try {
      const std::vector<ir::Expr> shape = anchor_->shape();
      if (!shape.empty()) return Written{"{} + {}", ir::print(dice_.pick(shape), names), dice_.between(-1, 2)};
    } catch (const SchedulingError&) {}  // the anchor is no buffer
  }
  if (!s.sizes.empty() && dice_.chance(30)) return dice_.pick(s.sizes);
  return std::to_string(dice_.pick(std::vector<int>{1, 2, 3, 4, 4, 8, 8}));
}

// For the loop at the anchor: near its ends, or in between.
std::string ArgumentChooser::bound_text() {
  const ir::Names names(proc_.ir());
  const ir::For* loop = nullptr;
  if (anchor_ && anchor_->kind() == Cursor::Kind::stmt) loop = anchor_->stmt().as<ir::For>();
  if (!loop || dice_.chance(20)) return extent_text();
  const std::string lo = ir::print(loop->lo, names), hi = ir::print(loop->hi, names);
  switch (dice_.below(6)) {
    case 0: return Written{"{} + {}", lo, dice_.between(0, 3)};
    case 1: return Written{"{} - {}", hi, dice_.between(0, 3)};
    case 2: return Written{"({}) / {}", hi, dice_.between(2, 4)};
    case 3: return hi;
    case 4: return lo;
    default: return std::to_string(dice_.between(0, 4));
  }
}

// For the loop at the anchor: its end, or a little later.
std::string ArgumentChooser::later_end_text() {
  const ir::For* loop = anchor_ && anchor_->kind() == Cursor::Kind::stmt ? anchor_->stmt().as<ir::For>() : nullptr;
  if (!loop) return extent_text();
  return Written{"{} + {}", ir::print(loop->hi, ir::Names(proc_.ir())), dice_.between(0, 2)};
}

std::string ArgumentChooser::condition_text() {
  const Scope s = scope();
  std::vector<std::string> all = s.counters;
  all.insert(all.end(), s.sizes.begin(), s.sizes.end());
  if (all.empty()) return "True";
  const std::string x = dice_.pick(all);
  switch (dice_.below(5)) {
    case 0: return Written{"{} % {} == 0", x, dice_.between(2, 4)};
    case 1: {
      const std::string y = dice_.pick(all);
      return x == y ? Written{"{} < 3", x} : Written{"{} < {}", x, y};  // C compilers warn of x < x
    }
    case 2: return Written{"{} >= {}", x, dice_.between(0, 4)};
    case 3: return Written{"{} == {}", x, dice_.between(0, 4)};
    default: return Written{"{} < {}", x, dice_.between(1, 8)};
  }
}

std::string ArgumentChooser::stride_text() {
  std::vector<std::string> all{"1", "4"};
  for (const Cursor& c : buffers_)
    for (std::size_t d = 0; d < c.shape().size(); ++d)
      if (c.kind() == Cursor::Kind::arg) all.push_back(Written{"stride({}, {})", c.name(), d});
  return dice_.pick(all);
}

// Equal to the expression at the anchor, or not quite; or of the type of the chosen field.
std::string ArgumentChooser::value_text() {
  if (field_ && *field_ == "b") return condition_text();
  if (field_ && *field_ == "s") return dice_.pick({"1.0", "2.0"});
  if (field_ && *field_ == "st") return stride_text();
  if (field_ || !anchor_ || anchor_->kind() != Cursor::Kind::expr) return index_text();
  const ir::Expr e = anchor_->expr();
  const std::string text = ir::print(e, ir::Names(proc_.ir()));
  if (ir::is_data(e.type())) return dice_.chance(60) ? text : Written{"1.0 * ({})", text};
  if (e.type() == ir::Scalar::bool_) return dice_.chance(30) ? "True" : condition_text();
  switch (dice_.below(6)) {
    case 0: return Written{"{} + 1 - 1", text};
    case 1: return Written{"({}) / 2 * 2 + ({}) % 2", text, text};
    case 2: return Written{"({}) % {}", text, dice_.pick(std::vector<int>{4, 8})};
    case 3: return Written{"2 * ({}) - ({})", text, text};
    case 4: return index_text();
    default: return "0";
  }
}

std::vector<Cursor> ArgumentChooser::reads_and_writes() const {
  std::vector<Cursor> out;
  const auto within = [&](const Cursor& c) { return !anchor_ || c.is_within(*anchor_); };
  for (const Cursor& s : statements_)
    if ((s.kind_name() == "assign" || s.kind_name() == "reduce") && within(s)) out.push_back(s);
  for (const Cursor& e : expressions_)
    if (const auto* read = e.expr().as<ir::Read>(); read && !read->idx.empty() && within(e)) out.push_back(e);
  return out;
}

// One dimension that holds the index for all iterations of the loops below the anchor.
std::string ArgumentChooser::dimension(const ir::Expr& index, const ir::Expr& extent, const ir::Names& names) {
  ir::Substitution first, last;
  for (const Cursor& s : by_kind_["for"]) {
    if (!anchor_ || !s.is_within(*anchor_)) continue;
    const ir::For& loop = *s.stmt().as<ir::For>();
    if (!ir::mentions(index, loop.iter)) continue;
    first[loop.iter] = loop.lo;
    last[loop.iter] = ir::sub(loop.hi, ir::int_lit(1));
  }
  if (dice_.chance(25)) return "0:" + ir::print(extent, names);
  ir::Expr lo = index, hi = index;
  for (int i = 0; i < 3; ++i) lo = ir::substitute(lo, first), hi = ir::substitute(hi, last);
  if (first.empty() && dice_.chance(70)) return ir::print(lo, names);
  const int more = dice_.chance(85) ? 1 : dice_.between(0, 2);
  return Written{"{}:{} + {}", ir::print(lo, names), ir::print(hi, names), more};
}

// Of a buffer that the block at the anchor uses.
std::string ArgumentChooser::window_text() {
  const std::vector<Cursor> all = reads_and_writes();
  if (all.empty()) return "A[0:1]";
  const Cursor chosen = dice_.pick(all);
  const ir::Names names(proc_.ir());
  ir::Sym name;
  std::vector<ir::Expr> idx;
  if (chosen.kind() == Cursor::Kind::expr) {
    const ir::Expr read = chosen.expr();
    name = read.as<ir::Read>()->name, idx = read.as<ir::Read>()->idx;
  } else {
    chosen.stmt().match([&](const ir::Assign& a) { name = a.name, idx = a.idx; },
                        [&](const ir::Reduce& r) { name = r.name, idx = r.idx; }, [](const auto&) {});
  }
  if (idx.empty()) return names.of(name);
  std::string dims;
  const ir::Declaration& d = declared_.at(name);
  for (std::size_t i = 0; i < idx.size(); ++i) dims += (i ? ", " : "") + dimension(idx[i], d.type.shape[i], names);
  return Written{"{}[{}]", names.of(name), dims};
}

// Its last dimensions from their start on, as far as is wanted.
std::string ArgumentChooser::some_window(const ir::Type& type, const std::string& name,
                                         const std::vector<ir::Expr>& extents, const ir::Names& names) {
  std::string dims;
  const std::size_t points = type.shape.size() - extents.size();
  for (std::size_t d = 0; d < type.shape.size(); ++d) {
    dims += d ? ", " : "";
    dims += d < points ? index_text() : "0:" + ir::print(dice_.chance(90) ? extents[d - points] : type.shape[d], names);
  }
  return Written{"{}[{}]", name, dims};
}

// Sizes are extents of buffers, and windows have the extents that the sizes then give them.
Values ArgumentChooser::arguments_of_call() {
  ir::Substitution sizes;
  Values out;
  for (const ir::Arg& a : callee_->ir().args) {
    std::vector<ir::Expr> extents;
    for (const Cursor& c : buffers_)
      if (const std::vector<ir::Expr> shape = c.shape(); !shape.empty()) extents.push_back(shape.back());
    if (a.type.scalar == ir::Scalar::size && !extents.empty() && dice_.chance(85)) {
      sizes[a.name] = dice_.pick(extents);
      out.push_back(Value{ir::print(sizes[a.name], ir::Names(proc_.ir()))});
    } else {
      out.push_back(Value{argument_text(a, sizes)});
    }
  }
  return out;
}

std::string ArgumentChooser::argument_text(const ir::Arg& a, const ir::Substitution& sizes) {
  if (a.type.scalar == ir::Scalar::bool_) return condition_text();
  if (a.type.is_control()) return dice_.chance(50) ? extent_text() : index_text();
  const ir::Names names(proc_.ir());
  std::vector<ir::Expr> wanted;
  for (const ir::Expr& e : a.type.shape) wanted.push_back(ir::substitute(e, sizes));
  std::vector<std::string> fitting;
  for (const Cursor& c : buffers_) {
    const ir::Type type = c.type();
    if (type.scalar != a.type.scalar || type.shape.size() < wanted.size()) continue;
    fitting.push_back(type.shape.empty() ? c.name() : some_window(type, c.name(), wanted, names));
  }
  return fitting.empty() ? "0" : dice_.pick(fitting);
}

}  // namespace tessera::fuzz
