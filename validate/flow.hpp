// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::validate {

/// The reason that all sizes cannot be compared at once.
struct NotApplicable {
  std::string why;
};
/// A query without an answer, or without one in time.
struct Undecided {
  std::string what;
};

struct Term;
using TermRef = std::shared_ptr<const Term>;
/// A computed value: an element that is read, a literal, or an operation on values.
struct Term {
  enum class Kind { read, literal, operation } kind;
  analysis::Element at;  ///< read
  double value = 0;      ///< literal
  std::string name;      ///< operation: "+", "*", the name of an extern, …
  std::vector<TermRef> parts;
};

TermRef rename(smt::Terms&, const TermRef&, const analysis::Renaming&);
/// The first read of one of the buffers, in written order; null without one.
const Term* find_read(const TermRef&, const std::set<ir::Sym>& buffers);
/// The value with one read, identified by its node, replaced.
TermRef replaced(const TermRef&, const Term* read, const TermRef& by);

/// All instances of a storing statement: for each value of its loops in its domain, `value` is written or added to the
/// element. The loops are all around it, outermost first, through calls.
struct Store {
  analysis::Access access;
  TermRef value;
};
/// A second instance, with loops from number `kept` on renamed apart.
Store instance(smt::Terms&, const Store&, std::size_t kept);

/// A procedure's stores, in program order, callees included; `locals` are its own buffers.
struct Flow {
  std::vector<Store> stores;
  std::set<ir::Sym> locals;
};
/// Throws NotApplicable for programs with configuration fields or data other than floating point, and Undecided for too
/// many statements.
Flow flow(analysis::Lowering&, const ir::Procedure&);

}  // namespace tessera::validate
