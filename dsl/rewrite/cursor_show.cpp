// SPDX-License-Identifier: Apache-2.0
// A cursor as text: the procedure as printed, with the place marked in comments.
#include <algorithm>
#include <numeric>

#include "dsl/rewrite/cursor.hpp"

namespace tessera {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// Counts lines of the printed procedure.
class LineCount {
 public:
  explicit LineCount(const ir::Procedure& proc) : proc_(proc), names_(proc) {}

  std::size_t of(const ir::Stmt& s) const {
    const std::string text = ir::print(s, names_);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  /// The line of the statement, or of the gap before it.
  std::size_t before(const ir::Path& path) const {
    const ir::Block* list = &proc_.body;
    std::size_t line = head();
    for (std::size_t depth = 0; depth < path.steps.size(); ++depth) {
      const int index = path.steps[depth].index;
      line += std::accumulate(list->begin(), list->begin() + index, std::size_t{0},
                              [&](std::size_t n, const ir::Stmt& s) { return n + of(s); });
      if (depth + 1 == path.steps.size()) break;
      const ir::Stmt& s = (*list)[static_cast<std::size_t>(index)];
      list = ir::branch(s, path.steps[depth + 1].branch);
      line += path.steps[depth + 1].branch == ir::Branch::body ? 1 : to_orelse(s);
    }
    return line;
  }

  /// `def …` and the asserts.
  std::size_t head() const {
    const std::string text = ir::print(proc_);
    std::size_t all = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    for (const ir::Stmt& s : proc_.body) all -= of(s);
    return all;
  }

 private:
  // Lines from an `if` to the first statement of its else branch. A lone `if` there is an `elif`.
  std::size_t to_orelse(const ir::Stmt& s) const {
    const ir::Block& orelse = *ir::branch(s, ir::Branch::orelse);
    std::size_t lines = of(s);
    for (const ir::Stmt& other : orelse) lines -= of(other);
    return lines;
  }

  const ir::Procedure& proc_;
  ir::Names names_;
};

std::string indent_of(const std::string& line) { return line.substr(0, line.find_first_not_of(' ')); }

void insert_line(Lines& lines, std::size_t at, const std::string& like, const char* text) {
  lines.insert(lines.begin() + static_cast<long>(at), indent_of(like) + text);
}

void mark(Lines& lines, const AnyCursor& c) {
  LineCount count(c.proc().ir());
  if (c.kind() == AnyCursor::Kind::arg) {
    auto def = std::find_if(lines.begin(), lines.end(), [](const std::string& l) { return l.starts_with("def "); });
    *def += "  # <-- here: " + c.name();
    return;
  }
  const std::size_t line = count.before(c.path().stmt());
  switch (c.kind()) {
    case AnyCursor::Kind::stmt: lines.at(line) += "  # <-- here"; break;
    case AnyCursor::Kind::expr: lines.at(line) += "  # <-- here: " + c.text(); break;
    case AnyCursor::Kind::gap: {
      const bool last = !ir::stmt_at(c.proc().ir(), c.path());
      const std::size_t neighbour = last ? count.before(c.path().sibling(-1)) : line;
      insert_line(lines, line, std::string(lines.at(neighbour)), "# <-- gap");
      break;
    }
    default: {
      const std::size_t last = count.before(c.path().sibling(c.count() - 1));
      const std::size_t end = last + count.of(*ir::stmt_at(c.proc().ir(), c.path().sibling(c.count() - 1)));
      const std::string first = lines.at(line);
      insert_line(lines, end, first, "# <-- block ends");
      insert_line(lines, line, first, "# <-- block begins");
    }
  }
}

}  // namespace

std::string AnyCursor::show() const {
  Lines lines = lines_of(proc_.text());
  mark(lines, *this);
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

}  // namespace tessera
