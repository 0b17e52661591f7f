// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/value_sources.hpp"

#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::rewrite {
namespace {

bool is_read_in(const ir::Block& body, ir::Sym name) {
  bool found = false;
  ir::for_each_expr(body, [&](const ir::Expr& e) {
    const auto* read = e.as<ir::Read>();
    const auto* window = e.as<ir::WindowExpr>();
    found = found || (read && read->name == name) || (window && window->base == name);
  });
  return found;
}

std::set<std::string> fields_read(const ir::Block& body) {
  std::set<std::string> out;
  ir::for_each_stmt_and_called(body, [&](const ir::Stmt& s) {
    ir::for_each_expression(s, [&](const ir::Expr& top) {
      ir::for_each_expr(top, [&](const ir::Expr& e) {
        if (const auto* field = e.as<ir::ReadConfig>()) out.insert(analysis::field_name(*field->config, field->field));
      });
    });
  });
  return out;
}

}  // namespace

ValueSources::ValueSources(const ir::Procedure& proc) : roots_(proc) { visit(proc.body); }

bool ValueSources::depends(ir::Sym buffer, ir::Sym on) const {
  Names known;
  std::vector<Name> open{roots_.of(buffer)};
  while (!open.empty()) {
    const auto direct = direct_.find(open.back());
    open.pop_back();
    if (direct == direct_.end()) continue;
    for (const Name& name : direct->second)
      if (known.insert(name).second) open.push_back(name);
  }
  return known.count(on) > 0;
}

void ValueSources::collect(const ir::Expr& top, Names& out) const {
  ir::for_each_expr(top, [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::Read>()) out.insert(roots_.of(n->name));
    if (const auto* n = e.as<ir::WindowExpr>()) out.insert(roots_.of(n->base));
    if (const auto* n = e.as<ir::ReadConfig>()) out.insert(analysis::field_name(*n->config, n->field));
  });
}

void ValueSources::written(const Name& name, const Names& from) {
  Names& all = direct_[name];
  all.insert(from.begin(), from.end());
  all.insert(control_.begin(), control_.end());
}

void ValueSources::visit(const ir::Block& block) {
  for (const ir::Stmt& s : block) visit(s);
}

void ValueSources::visit(const ir::Stmt& s) {
  Names from;
  ir::for_each_expression(s, [&](const ir::Expr& e) { collect(e, from); });
  s.match([&](const ir::Assign& n) { written(roots_.of(n.name), from); },
          [&](const ir::Reduce& n) { written(roots_.of(n.name), from); },
          [&](const ir::WindowStmt& n) { written(roots_.of(n.name), from); },
          [&](const ir::WriteConfig& n) { written(analysis::field_name(*n.config, n.field), from); },
          [&](const ir::For& n) { direct_[n.iter] = from, visit_under(from, n.body); },
          [&](const ir::If& n) { visit_under(from, n.body), visit_under(from, n.orelse); },
          [&](const ir::Call& n) { visit_call(n); }, [](const auto&) {});
}

void ValueSources::visit_under(const Names& control, const ir::Block& block) {
  const Names outer = control_;
  control_.insert(control.begin(), control.end());
  visit(block);
  control_ = outer;
}

// An argument that the callee only writes adds no values, nor do the indices of its window.
void ValueSources::visit_call(const ir::Call& call) {
  const ir::Procedure& callee = *call.callee;
  Names from;
  for (const std::string& field : fields_read(callee.body)) from.insert(field);
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (callee.args[i].type.is_control() || is_read_in(callee.body, callee.args[i].name)) collect(call.args[i], from);
  const std::vector<bool> writes = ir::written_parameters(callee);
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (ir::Sym name = passed(call.args[i]); name && writes[i]) written(roots_.of(name), from);
  for (const std::string& field : analysis::written_configs(callee.body)) written(field, from);
}

}  // namespace tessera::rewrite
