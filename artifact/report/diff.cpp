// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace tessera::report {
namespace {

// Tables beyond this many entries are not filled in; the lines in question count as all removed and all added.
constexpr std::size_t largest_table = 16'000'000;

// Lines [b, b_end) before and [a, a_end) after.
struct Part {
  int b, b_end, a, a_end;
  std::size_t rows() const { return static_cast<std::size_t>(b_end - b); }
  std::size_t columns() const { return static_cast<std::size_t>(a_end - a); }
};

/// best(i, j): the most that pairing the lines from i and j on can be worth, for a worth of each pair (0: no pair).
template <class Worth> class Alignment {
 public:
  Alignment(const Part& part, Worth worth)
      : part_(part), worth_(worth), columns_(part.columns() + 1), best_((part.rows() + 1) * columns_, 0) {
    for (std::size_t i = part.rows(); i-- > 0;)
      for (std::size_t j = part.columns(); j-- > 0;) {
        std::uint32_t w = worth(part_.b + static_cast<int>(i), part_.a + static_cast<int>(j));
        best(i, j) = std::max({best(i + 1, j), best(i, j + 1), w ? w + best(i + 1, j + 1) : 0});
      }
  }

  /// Rows in order; removed lines before added ones.
  std::vector<Row> rows() {
    std::vector<Row> out;
    std::size_t i = 0, j = 0;
    while (i < part_.rows() || j < part_.columns()) {
      int b = part_.b + static_cast<int>(i), a = part_.a + static_cast<int>(j);
      std::uint32_t w = i < part_.rows() && j < part_.columns() ? worth_(b, a) : 0;
      if (w && best(i, j) == w + best(i + 1, j + 1)) out.push_back({b, a, false}), ++i, ++j;
      else if (j == part_.columns() || (i < part_.rows() && best(i, j) == best(i + 1, j))) out.push_back({b, -1}), ++i;
      else out.push_back({-1, a}), ++j;
    }
    return out;
  }

 private:
  std::uint32_t& best(std::size_t i, std::size_t j) { return best_[i * columns_ + j]; }
  Part part_;
  Worth worth_;
  std::size_t columns_;
  std::vector<std::uint32_t> best_;
};

std::vector<Row> apart(const Part& part) {
  std::vector<Row> out;
  for (int b = part.b; b < part.b_end; ++b) out.push_back({b, -1});
  for (int a = part.a; a < part.a_end; ++a) out.push_back({-1, a});
  return out;
}

// Names and numbers of a line, sorted.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> out;
  std::string word;
  for (char c : line + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') word += c;
    else if (!word.empty()) out.push_back(std::move(word)), word.clear();
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Percent of the words that both lines have; 0 below one half.
std::uint32_t likeness(const std::vector<std::string>& x, const std::vector<std::string>& y) {
  std::size_t common = 0;
  for (auto i = x.begin(), j = y.begin(); i != x.end() && j != y.end();) {
    if (*i == *j) ++common, ++i, ++j;
    else *i < *j ? ++i : ++j;
  }
  std::size_t percent = x.empty() && y.empty() ? 0 : 200 * common / (x.size() + y.size());
  return percent < 50 ? 0 : static_cast<std::uint32_t>(percent);
}

// Lines removed and added at one place, with similar ones side by side.
std::vector<Row> pair_up(const Lines& before, const Lines& after, const Part& part) {
  if (part.rows() == 0 || part.columns() == 0 || part.rows() * part.columns() > largest_table / 100) return apart(part);
  std::vector<std::vector<std::string>> x, y;
  for (int b = part.b; b < part.b_end; ++b) x.push_back(words(before[static_cast<std::size_t>(b)]));
  for (int a = part.a; a < part.a_end; ++a) y.push_back(words(after[static_cast<std::size_t>(a)]));
  auto worth = [&](int b, int a) {
    return likeness(x[static_cast<std::size_t>(b - part.b)], y[static_cast<std::size_t>(a - part.a)]);
  };
  return Alignment(part, worth).rows();
}

// The part between the common start and the common end.
Part middle(const Lines& before, const Lines& after) {
  Part p{0, static_cast<int>(before.size()), 0, static_cast<int>(after.size())};
  while (p.b < p.b_end && p.a < p.a_end &&
         before[static_cast<std::size_t>(p.b)] == after[static_cast<std::size_t>(p.a)])
    ++p.b, ++p.a;
  while (p.b < p.b_end && p.a < p.a_end &&
         before[static_cast<std::size_t>(p.b_end - 1)] == after[static_cast<std::size_t>(p.a_end - 1)])
    --p.b_end, --p.a_end;
  return p;
}

std::vector<Row> aligned(const Lines& before, const Lines& after, const Part& part) {
  if ((part.rows() + 1) * (part.columns() + 1) > largest_table) return apart(part);
  auto equal = [&](int b, int a) -> std::uint32_t {
    return before[static_cast<std::size_t>(b)] == after[static_cast<std::size_t>(a)];
  };
  std::vector<Row> rows = Alignment(part, equal).rows();
  for (Row& row : rows) row.same = row.before >= 0 && row.after >= 0;
  return rows;
}

}  // namespace

std::vector<Row> diff(const Lines& before, const Lines& after) {
  Part part = middle(before, after);
  std::vector<Row> out;
  for (int i = 0; i < part.b; ++i) out.push_back({i, i, true});
  Part run{part.b, part.b, part.a, part.a};  // removed and added lines since the last common one
  auto flush = [&] {
    for (const Row& row : pair_up(before, after, run)) out.push_back(row);
  };
  for (const Row& row : aligned(before, after, part)) {
    if (row.same) {
      flush();
      out.push_back(row);
      run = {row.before + 1, row.before + 1, row.after + 1, row.after + 1};
    } else if (row.before >= 0) {
      run.b_end = row.before + 1;
    } else {
      run.a_end = row.after + 1;
    }
  }
  flush();
  for (int b = part.b_end, a = part.a_end; b < static_cast<int>(before.size()); ++b, ++a) out.push_back({b, a, true});
  return out;
}

namespace {

constexpr std::size_t context = 3;

// Neighbouring changes whose contexts touch, as the range [first, end) of rows with their context.
std::vector<std::pair<std::size_t, std::size_t>> hunks(const std::vector<Row>& rows) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].same) continue;
    std::size_t first = i < context ? 0 : i - context, end = std::min(rows.size(), i + context + 1);
    if (!out.empty() && out.back().second >= first) out.back().second = end;
    else out.emplace_back(first, end);
  }
  return out;
}

class UnifiedWriter {
 public:
  UnifiedWriter(const Lines& before, const Lines& after, Colour colour)
      : before_(before), after_(after), colour_(colour) {}

  void line(const char* colour, const std::string& text) {
    text_ += colour_ == Colour::on && *colour ? fmt::format("\x1b[{}m{}\x1b[0m\n", colour, text) : text + "\n";
  }

  void hunk(const std::vector<Row>& rows, std::size_t first, std::size_t end) {
    head(rows, first, end);
    for (std::size_t i = first; i < end;) {
      if (rows[i].same) {
        line("", " " + before_[static_cast<std::size_t>(rows[i++].before)]);
        continue;
      }
      std::size_t last = i;
      while (last < end && !rows[last].same) ++last;
      for (std::size_t k = i; k < last; ++k)
        if (rows[k].before >= 0) line("31", "-" + before_[static_cast<std::size_t>(rows[k].before)]);
      for (; i < last; ++i)
        if (rows[i].after >= 0) line("32", "+" + after_[static_cast<std::size_t>(rows[i].after)]);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void head(const std::vector<Row>& rows, std::size_t first, std::size_t end) {
    int removed = 0, added = 0, b = 0, a = 0;  // counted from the start of the texts
    for (std::size_t i = 0; i < end; ++i) {
      (i < first ? b : removed) += rows[i].before >= 0;
      (i < first ? a : added) += rows[i].after >= 0;
    }
    line("36", fmt::format("@@ -{},{} +{},{} @@", removed ? b + 1 : b, removed, added ? a + 1 : a, added));
  }

  const Lines &before_, &after_;
  Colour colour_;
  std::string text_;
};

}  // namespace

std::string unified(const Lines& before, const Lines& after, const std::string& before_name,
                    const std::string& after_name, Colour colour) {
  std::vector<Row> rows = diff(before, after);
  UnifiedWriter out(before, after, colour);
  auto found = hunks(rows);
  if (found.empty()) return "";
  out.line("1", "--- " + before_name);
  out.line("1", "+++ " + after_name);
  for (auto [first, end] : found) out.hunk(rows, first, end);
  return out.take();
}

}  // namespace tessera::report
