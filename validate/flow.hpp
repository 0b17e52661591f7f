// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::validate {

/// Why a program is outside of the class that can be compared for all sizes.
struct NotApplicable {
  std::string why;
};
/// A question that was not answered, or in the time allowed.
struct Undecided {
  std::string what;
};

struct Term;
using TermRef = std::shared_ptr<const Term>;
/// A value that is computed: an element that is read, a literal, or an operation on values.
struct Term {
  enum class Kind { read, literal, operation } kind;
  analysis::Element at;  ///< read
  double value = 0;      ///< literal
  std::string name;      ///< operation: "+", "*", the name of an extern, …
  std::vector<TermRef> parts;
};

TermRef rename(smt::Terms&, const TermRef&, const analysis::Renaming&);
/// The first read below, in the order written, that `wanted` holds for; null when there is none.
const Term* find_read(const TermRef&, const std::set<ir::Sym>& buffers);
/// The same with one read, named by identity, replaced.
TermRef replaced(const TermRef&, const Term* read, const TermRef& by);

/// All instances of a statement that stores: for each value of its loops in its domain, `value` is written or added to
/// the element. The loops are all that surround it, from the outermost on, into callees.
struct Store {
  analysis::Access access;
  TermRef value;
};
/// A second instance, with loops from number `kept` on renamed apart.
Store instance(smt::Terms&, const Store&, std::size_t kept);

/// What a procedure stores, in program order, callees included; buffers of its own are `locals`.
struct Flow {
  std::vector<Store> stores;
  std::set<ir::Sym> locals;
};
/// Throws NotApplicable for programs with configuration fields or with data that is not floating point, and Undecided
/// for those of too many statements.
Flow flow(analysis::Lowering&, const ir::Procedure&);

}  // namespace tessera::validate
