// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/listing.hpp"

#include <cctype>
#include <set>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::report {
namespace {

using ir::Path;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The n-th occurrence of `text` at or after `from` as a whole word or number.
std::size_t find_word(const std::string& line, const std::string& text, std::size_t from, int n) {
  for (std::size_t at = line.find(text, from); at != std::string::npos; at = line.find(text, at + 1)) {
    std::size_t end = at + text.size();
    bool starts = at == 0 || !is_word(text.front()) || !is_word(line[at - 1]);
    bool ends = end == line.size() || !is_word(text.back()) || !is_word(line[end]);
    if (starts && ends && n-- == 0) return at;
  }
  return std::string::npos;
}

// How many nodes that print as `text` come before the one at `path`, counted from the top expression `first` on.
int same_before(const ir::Stmt& s, const Path& path, int first, const std::string& text, const ir::Names& names) {
  std::vector<ir::Expr> tops = ir::expressions(s);
  int count = 0;
  bool reached = false;
  auto visit = [&](auto&& self, const ir::Expr& e, const std::vector<int>& at) -> void {
    if (at == path.exprs) reached = true;
    if (reached) return;
    if (ir::print(e, names) == text) ++count;
    std::vector<ir::Expr> below = ir::children(e);
    for (std::size_t i = 0; i < below.size(); ++i) {
      std::vector<int> next = at;
      next.push_back(static_cast<int>(i));
      self(self, below[i], next);
    }
  };
  for (int i = first; i < static_cast<int>(tops.size()) && !reached; ++i)
    visit(visit, tops[static_cast<std::size_t>(i)], {i});
  return count;
}

}  // namespace

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

Listing::Listing(const ir::Procedure& proc) : proc_(&proc), lines_(split_lines(ir::print(proc))) {
  head_ = proc.instr ? 1 : 0;
  int end = place_list(proc.body, {}, ir::Branch::body, head_ + 1 + static_cast<int>(proc.asserts.size()));
  if (end != static_cast<int>(lines_.size())) bug("a listing counts other lines than the printer writes");
  for (const ir::ProcRef& callee : ir::all_called(proc.body)) {
    if (callee->instr) continue;
    lines_.push_back("");
    for (std::string& line : split_lines(ir::print(*callee))) lines_.push_back(std::move(line));
  }
}

// Both return the line after the placed ones.
int Listing::place_list(const ir::Block& list, const Path& parent, ir::Branch branch, int line) {
  if (list.empty()) return line + 1;  // printed as `pass`
  for (std::size_t i = 0; i < list.size(); ++i) line = place(list[i], parent.child(branch, static_cast<int>(i)), line);
  return line;
}

int Listing::place(const ir::Stmt& s, const Path& path, int line) {
  int end = line + 1;
  if (const ir::Block* body = ir::branch(s, ir::Branch::body)) end = place_list(*body, path, ir::Branch::body, end);
  const ir::Block* other = ir::branch(s, ir::Branch::orelse);
  if (other && !other->empty()) {
    bool chained = other->size() == 1 && other->front().as<ir::If>();  // its own line says `elif`
    end = place_list(*other, path, ir::Branch::orelse, chained ? end : end + 1);
  }
  spans_[path] = {line, end - line};
  return end;
}

std::optional<Span> Listing::span(const Path& path) const {
  auto it = spans_.find(path.stmt());
  if (it == spans_.end()) return std::nullopt;
  return path.is_expr() ? columns(path, it->second) : it->second;
}

Span Listing::columns(const Path& path, Span statement) const {
  Span out{statement.first};
  std::optional<ir::Expr> e = ir::expr_at(*proc_, path);
  if (!e) return out;
  const ir::Stmt& s = *ir::stmt_at(*proc_, path);
  const std::string& line = lines_[static_cast<std::size_t>(statement.first)];
  const auto* assign = s.as<ir::Assign>();
  const auto* reduce = s.as<ir::Reduce>();
  // The text left of the = may look like an operand right of it.
  int value = assign ? static_cast<int>(assign->idx.size()) : reduce ? static_cast<int>(reduce->idx.size()) : -1;
  bool is_value = path.exprs.front() == value;
  ir::Names names(*proc_);
  std::string text = ir::print(*e, names);
  int n = same_before(s, path, is_value ? value : 0, text, names);
  std::size_t at = find_word(line, text, is_value ? line.find("= ") + 2 : 0, n);
  if (at == std::string::npos) return out;
  out.from = static_cast<int>(at);
  out.to = static_cast<int>(at + text.size());
  return out;
}

Span Listing::argument(std::size_t index) const {
  Span out{head_};
  const std::string& line = lines_[static_cast<std::size_t>(head_)];
  std::string name = ir::Names(*proc_).of(proc_->args.at(index).name);
  std::size_t at = find_word(line, name, line.find('('), 0);
  if (at == std::string::npos) return out;
  out.from = static_cast<int>(at);
  out.to = static_cast<int>(at + name.size());
  return out;
}

}  // namespace tessera::report
