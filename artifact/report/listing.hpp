// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "dsl/ir/path.hpp"

namespace tessera::report {

/// Lines of a listing: `count` of them from `first` on. In a line, the columns [from, to) when `to` is not 0.
struct Span {
  int first = 0;
  int count = 1;
  int from = 0, to = 0;
};

/// A procedure as printed, followed by its callees other than instructions; and the positions of its statements and
/// expressions.
class Listing {
 public:
  explicit Listing(const ir::Procedure&);

  const std::vector<std::string>& lines() const { return lines_; }
  /// A statement with its body, or an expression in the first line of its statement. Nothing for an invalid path.
  std::optional<Span> span(const ir::Path&) const;
  /// The parameter in the `def` line.
  Span argument(std::size_t index) const;

 private:
  int place(const ir::Stmt&, const ir::Path&, int line);
  int place_list(const ir::Block&, const ir::Path& parent, ir::Branch, int line);
  Span columns(const ir::Path&, Span statement) const;

  const ir::Procedure* proc_;
  std::vector<std::string> lines_;
  std::map<ir::Path, Span> spans_;
  int head_ = 0;  // the line of `def`
};

std::vector<std::string> split_lines(const std::string& text);

}  // namespace tessera::report
