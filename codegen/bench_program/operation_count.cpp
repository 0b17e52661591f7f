// SPDX-License-Identifier: Apache-2.0
#include "codegen/bench_program/operation_count.hpp"

#include <fmt/format.h>

#include "codegen/test_program/kernel_program.hpp"
#include "dsl/ir/conversion.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;

// Without operations of indices.
int operations_of_value(const Expr& e) {
  if (!ir::is_data(e.type())) return 0;
  int count = e.as<ir::Binary>() || (e.as<ir::ExternCall>() && !ir::conversion(e)) ? 1 : 0;
  if (e.as<ir::Read>() || e.as<ir::WindowExpr>()) return 0;
  ir::for_each_child(e, [&](const Expr& child) { count += operations_of_value(child); });
  return count;
}

std::string indent(int depth) { return std::string(2 * static_cast<std::size_t>(depth), ' '); }

}  // namespace

int operations_of(const ir::Stmt& s) {
  if (const auto* n = s.as<ir::Assign>()) return operations_of_value(n->rhs);
  if (const auto* n = s.as<ir::Reduce>()) return 1 + operations_of_value(n->rhs);
  int count = 0;
  if (const auto* n = s.as<ir::Call>())
    for (const Expr& argument : n->args) count += operations_of_value(argument);
  return count;
}

OperationCount::OperationCount(ControlText control) : control_(std::move(control)) {
  control_.variable = [this, outer = control_.variable](ir::Sym s) {
    auto iterator = iterators_.find(s);
    if (iterator == iterators_.end()) return outer(s);
    used_.insert(s);
    return iterator->second;
  };
}

std::string OperationCount::statements(const ir::Block& block) { return of(block, {}, "total", 1); }

std::string OperationCount::text(const Expr& e, const Values& values) { return control_.of(ir::substitute(e, values)); }

std::string OperationCount::of(const ir::Block& block, const Values& values, const std::string& total, int depth) {
  int plain = 0;
  std::string out;
  for (const ir::Stmt& s : block) {
    plain += operations_of(s);
    if (const auto* n = s.as<ir::For>()) out += of_loop(*n, values, total, depth);
    if (const auto* n = s.as<ir::If>()) out += of_branch(*n, values, total, depth);
    if (const auto* n = s.as<ir::Call>()) out += of(n->callee->body, passed_controls(*n, values), total, depth);
  }
  return (plain ? fmt::format("{}{} += {};\n", indent(depth), total, plain) : "") + out;
}

std::string OperationCount::of_loop(const ir::For& loop, const Values& values, const std::string& total, int depth) {
  // The same procedure may be called twice: each copy of the loop has an iterator of its own.
  const ir::Sym iter = loop.iter;
  const std::string name = fmt::format("i{}", loops_++), each = fmt::format("each{}", loops_ - 1);
  iterators_[iter] = name;
  const std::string body = of(loop.body, values, each, depth + 1);
  const bool varies = used_.count(iter) > 0;
  used_.erase(iter);
  if (body.empty()) return "";
  const std::string lo = text(loop.lo, values), hi = text(loop.hi, values);
  const std::string in = indent(depth), inner = indent(depth + 1);
  if (varies)
    return fmt::format(
        "{0}for (int64_t {1} = {2}; {1} < {3}; {1}++) {{\n{4}double {5} = 0;\n{6}{4}{7} += {5};\n{0}}}\n", in, name, lo,
        hi, inner, each, body, total);
  return fmt::format("{0}{{\n{1}double {2} = 0;\n{3}{1}{4} += test_positive({5} - {6}) * {2};\n{0}}}\n", in, inner,
                     each, body, total, hi, lo);
}

std::string OperationCount::of_branch(const ir::If& branch, const Values& values, const std::string& total, int depth) {
  const std::string then = of(branch.body, values, total, depth + 1);
  const std::string otherwise = of(branch.orelse, values, total, depth + 1);
  if (then.empty() && otherwise.empty()) return "";
  std::string out = fmt::format("{0}if ({1}) {{\n{2}{0}}}", indent(depth), text(branch.cond, values), then);
  if (!otherwise.empty()) out += fmt::format(" else {{\n{}{}}}", otherwise, indent(depth));
  return out + "\n";
}

}  // namespace tessera::codegen
