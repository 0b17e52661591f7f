// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "audit/compile.hpp"
#include "audit/figures.hpp"

namespace tessera::cli {

/// What one call of `tessera audit` found.
struct AuditReport {
  std::string file;  ///< the program or the C
  std::vector<audit::Audit> audits;
  audit::Figures figures;

  std::size_t count(audit::Outcome) const;
  std::size_t with_defects() const;
};

/// A line for each compiler, what is wrong, and a last line that counts.
void print_text(const AuditReport&);
/// One JSON value.
void print_json(const AuditReport&);

}  // namespace tessera::cli
