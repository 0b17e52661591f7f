// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/setters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/c_number.hpp"
#include "codegen/conformance/control_choices.hpp"
#include "codegen/instruction.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::conformance {
namespace {

std::string name_of(const ir::ConfigRef& config, const std::string& field) { return config->name + "." + field; }

std::optional<std::size_t> argument_of(const ir::Procedure& p, const ir::Expr& e) {
  const auto* read = e.as<ir::Read>();
  if (!read || !read->idx.empty() || ir::is_storage_only(read->type)) return std::nullopt;
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (p.args[i].name == read->name) return i;
  return std::nullopt;
}

bool is_literal(const ir::Expr& e) { return ir::literal(e) || e.as<ir::FloatLit>(); }

// Of the procedure alone.
template <class Visit> void for_each_expr_of(const ir::Procedure& p, const Visit& visit) {
  for (const ir::Arg& a : p.args)
    for (const ir::Expr& e : a.type.shape) ir::for_each_expr(e, visit);
  for (const ir::Expr& e : p.asserts) ir::for_each_expr(e, visit);
  ir::for_each_expr(p.body, visit);
}

void add_literals_of(const ir::Procedure& p, std::set<std::int64_t>& out) {
  for (const ir::Expr& e : p.asserts) add_near_literals(e, out);
  ir::for_each_stmt(p.body, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::WriteConfig>()) add_near_literals(n->rhs, out);
  });
}

// The values of a setter's arguments that write the fields as they are.
State arguments_for(const Setter& s, const State& wanted) {
  State out;
  out.values.resize(s.instruction->args.size());
  for (const auto& [field, i] : s.arguments) {
    if (const auto control = wanted.control_configs.find(field); control != wanted.control_configs.end()) {
      out.values[i].control = control->second;
      continue;
    }
    out.values[i].tensor = interp::Tensor<interp::Floats>::dense({});
    out.values[i].tensor.data = {wanted.data_configs.at(field)};
    out.values[i].tensor.written = {1};
  }
  return out;
}

bool is_set_by(const Setter& s, const State& wanted) try {
  State state = arguments_for(s, wanted);
  interp::run(*s.instruction, state);
  const auto is_as_wanted = [](const auto& all, const auto& found) {
    const auto value = all.find(found.first);
    return value != all.end() && value->second == found.second;
  };
  return std::all_of(state.control_configs.begin(), state.control_configs.end(),
                     [&](const auto& field) { return is_as_wanted(wanted.control_configs, field); }) &&
         std::all_of(state.data_configs.begin(), state.data_configs.end(),
                     [&](const auto& field) { return is_as_wanted(wanted.data_configs, field); });
} catch (const interp::InterpError&) { return false; }

std::string field_constant(double v, ir::Scalar type) {
  return ir::is_float(type) ? fmt::format("{:a}", v) : fmt::format("{:.0f}", v);
}

// The variables of one setter's call are those of a block of its own.
std::string setting_call(const Setter& s, const State& wanted) {
  const ir::Procedure& p = *s.instruction;
  const State values = arguments_for(s, wanted);
  std::string before;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Scalar type = p.args[i].type.scalar;
    if (p.args[i].type.is_control())
      before +=
          fmt::format("volatile int64_t u{0} = {1}; int64_t s{0} = u{0}; (void)s{0}; ", i, values.values[i].control);
    else
      before += fmt::format("{0} s{1} = ({0}){2}; (void)s{1}; ", ir::c_type(codegen::chosen(type)), i,
                            field_constant(values.values[i].tensor.data.at(0), type));
  }
  const std::string call = codegen::fill_template(p, [&](const std::string& name) -> std::optional<std::string> {
    codegen::Placeholder x;
    if (!codegen::parse_placeholder(p, name, x)) return std::nullopt;
    if (x.part == codegen::Placeholder::Part::literal) return std::to_string(values.values[x.argument].control);
    return fmt::format("s{}", x.argument);
  });
  return fmt::format("{{ {}{} }} ", before, call);
}

}  // namespace

std::optional<Setter> as_setter(const ir::ProcRef& p) {
  Setter out{p, {}, {}};
  std::set<std::size_t> used;
  bool only_sets = p->instr && !p->body.empty();
  for (const ir::Stmt& s : p->body) {
    const auto* n = s.as<ir::WriteConfig>();
    if (!n) return std::nullopt;
    const std::string field = name_of(n->config, n->field);
    const std::optional<std::size_t> from = argument_of(*p, n->rhs);
    if (from) used.insert(*from), out.arguments.emplace(field, *from);
    only_sets = only_sets && (from || is_literal(n->rhs)) && out.fields.insert(field).second;
  }
  return only_sets && used.size() == p->args.size() ? std::optional(out) : std::nullopt;
}

std::vector<Setter> setters_among(const std::vector<ir::ProcRef>& instructions) {
  std::vector<Setter> out;
  for (const ir::ProcRef& p : instructions)
    if (auto s = as_setter(p)) out.push_back(*std::move(s));
  return out;
}

std::set<std::string> fields_read(const ir::Procedure& p) {
  std::set<std::string> out;
  const auto add = [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::ReadConfig>()) out.insert(name_of(n->config, n->field));
  };
  for_each_expr_of(p, add);
  for (const ir::ProcRef& called : ir::all_called(p.body)) for_each_expr_of(*called, add);
  return out;
}

std::set<std::string> fields_written(const ir::Procedure& p) {
  std::set<std::string> out;
  const auto add = [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::WriteConfig>()) out.insert(name_of(n->config, n->field));
  };
  ir::for_each_stmt(p.body, add);
  for (const ir::ProcRef& called : ir::all_called(p.body)) ir::for_each_stmt(called->body, add);
  return out;
}

std::set<std::string> Settings::fields() const {
  std::set<std::string> out;
  for (const Setter& s : setters) out.insert(s.fields.begin(), s.fields.end());
  return out;
}

Settings settings_for(const ir::Procedure& p, const std::vector<Setter>& library) {
  Settings out;
  out.never_set = fields_read(p);
  for (const Setter& s : library) {
    const bool is_needed = std::any_of(s.fields.begin(), s.fields.end(),
                                       [&](const std::string& field) { return out.never_set.count(field) != 0; });
    if (!is_needed) continue;
    for (const std::string& field : s.fields) out.never_set.erase(field);
    out.setters.push_back(s);
  }
  return out;
}

std::map<std::string, std::vector<std::int64_t>> field_choices(const ir::Procedure& p, const Settings& settings) {
  std::set<std::int64_t> near;
  add_literals_of(p, near);
  for (const Setter& s : settings.setters) add_literals_of(*s.instruction, near);
  std::map<std::string, std::vector<std::int64_t>> out;
  for (const Setter& s : settings.setters)
    for (const auto& [config, field] : interp::config_fields(*s.instruction)) {
      const ir::Scalar type = config->field(field).value_or(ir::Scalar::f32);
      if (!ir::is_data(type)) out[name_of(config, field)] = values_of(type, near);
    }
  return out;
}

bool can_set(const Settings& settings, const State& state) {
  return std::all_of(settings.setters.begin(), settings.setters.end(),
                     [&](const Setter& s) { return is_set_by(s, state); });
}

std::string setting_calls(const Settings& settings, const State& state) {
  std::string out;
  for (const Setter& s : settings.setters) out += setting_call(s, state);
  return out;
}

}  // namespace tessera::conformance
