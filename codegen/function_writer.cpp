// SPDX-License-Identifier: Apache-2.0
#include "codegen/function_writer.hpp"
#include "dsl/ir/written.hpp"

#include <fmt/format.h>

#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/lanes.hpp"
#include "codegen/machine_state.hpp"
#include "codegen/numbered_registers.hpp"
#include "codegen/usage.hpp"
#include "dsl/support/c_template.hpp"

namespace tessera::codegen {

using ir::Expr;
using ir::Stmt;

bool takes_context(const ir::Procedure& proc) { return !used_configs(proc).empty(); }

namespace {

// Names that the body's instruction templates use must not be hidden by variables.
std::set<std::string> taken_names(const ir::Procedure& proc, const Unit& unit) {
  std::set<std::string> out = unit.taken;
  if (unit.lanes) out.insert(unit.lanes->symbol);
  for (const ir::MemoryDecl* m : memories_with_state(proc))
    for (const std::string* text : {&m->state.startup, &m->state.enter, &m->state.leave}) out.merge(identifiers(*text));
  // placeholders in braces are arguments, not names of C
  const auto blank = [](const std::string&) { return "0"; };
  ir::for_each_stmt(proc.body, [&](const Stmt& s) {
    const ir::Call* call = s.as<ir::Call>();
    if (call && call->callee->instr) out.merge(identifiers(fill_template(*call->callee, blank)));
    const ir::Alloc* buffer = s.as<ir::Alloc>();
    if (!buffer || !buffer->mem->allocator) return;
    for (const std::string* text : {&buffer->mem->allocator->allocate, &buffer->mem->allocator->free})
      out.merge(identifiers(fill_c_template(*text, blank)));
  });
  return out;
}

}  // namespace

FunctionWriter::FunctionWriter(const ir::Procedure& proc, Unit& unit)
    : proc_(proc),
      unit_(unit),
      names_(proc, taken_names(proc, unit)),
      windows_(proc),
      ranges_(proc),
      parity_(proc),
      scope_(ir::declarations(proc)),
      written_(ir::written_parameters(proc)),
      numbers_(numbers_of_buffers(proc)) {
  for (std::size_t i = 0; i < proc.args.size(); ++i) {
    const ir::Arg& a = proc.args[i];
    arg_index_[a.name] = i;
    if (a.type.is_control()) continue;
    unit_.need(*a.mem);
    if (a.type.is_window && !a.mem->is_register())
      unit_.windows.insert({static_cast<int>(a.type.shape.size()), chosen(a.type.scalar), !written_[i]});
  }
  for (const Expr& assertion : proc.asserts) {
    const ir::Binary* n = assertion.as<ir::Binary>();
    const ir::StrideOf* s = n && n->op == ir::BinOp::eq ? n->lhs.as<ir::StrideOf>() : nullptr;
    const std::int64_t* value = s ? ir::literal(n->rhs) : nullptr;
    if (value) asserted_strides_[{s->tensor, s->dim}] = *value;
  }
}

std::string FunctionWriter::parameter(std::size_t i, const std::string& restrict_word) const {
  const ir::Arg& a = proc_.args[i];
  const std::string& name = names_.of(a.name);
  if (a.type.is_control()) return (a.type.scalar == ir::Scalar::bool_ ? "bool " : "int64_t ") + name;
  const ir::Scalar scalar = chosen(a.type.scalar);
  const std::string type(a.type.is_tensor() ? ir::element_c_type(scalar) : ir::c_type(scalar));
  if (a.mem->is_register()) {
    const ir::RegisterType& held = *a.mem->register_type(a.type.scalar);
    if (a.type.shape.size() == held.rank()) return held.c_type + " *" + name;
    std::string text = held.c_type + " " + name;
    for (std::size_t d = 0; d + held.rank() < a.type.shape.size(); ++d) {
      Expr extent = fold_literals(a.type.shape[d]);
      const std::int64_t* v = ir::literal(extent);
      text += v ? fmt::format("[{}]", *v) : "[]";
    }
    return text;
  }
  if (a.type.is_window)
    return WindowStruct{static_cast<int>(a.type.shape.size()), chosen(a.type.scalar), !written_[i]}.name() + " " + name;
  if (!a.type.is_tensor() && !written_[i]) return type + " " + name;
  return fmt::format("{}{} *{}{}", written_[i] ? "" : "const ", type, restrict_word, name);
}

std::string FunctionWriter::signature(const std::string& restrict_word) const {
  std::string parameters = takes_context(proc_) ? unit_.context_struct() + " *ctxt" : "";
  for (std::size_t i = 0; i < proc_.args.size(); ++i)
    parameters += (parameters.empty() ? "" : ", ") + parameter(i, restrict_word);
  return fmt::format("void {}({})", unit_.functions.at(&proc_), parameters.empty() ? "void" : parameters);
}

std::string FunctionWriter::definition(bool is_entry) {
  out_.clear();
  if (unit_.lanes) line(lanes_variable(*unit_.lanes));
  if (is_entry)
    for (const std::string& text : entering(proc_)) line(text);
  block(proc_.body);
  if (is_entry)
    for (const std::string& text : leaving(proc_)) line(text);
  std::string body = std::move(out_);
  std::set<std::string> used = identifiers(body);
  std::string unused;
  for (const ir::Arg& a : proc_.args)
    if (const std::string& name = names_.of(a.name); !used.count(name)) unused += "  (void)" + name + ";\n";
  if (takes_context(proc_) && !used.count("ctxt")) unused += "  (void)ctxt;\n";
  return signature("restrict ") + " {\n" + unused + body + "}\n";
}

void FunctionWriter::line(const std::string& text) {
  out_ += std::string(static_cast<std::size_t>(2 * depth_), ' ') + text + "\n";
}

void FunctionWriter::block(const ir::Block& statements) {
  std::vector<std::string> at_end;
  for (const Stmt& s : statements) statement(s, at_end);
  for (std::size_t i = at_end.size(); i-- > 0;) line(at_end[i]);
}

void FunctionWriter::statement(const Stmt& s, std::vector<std::string>& at_end) {
  auto type_of = [&](ir::Sym name) { return scope_.at(windows_.alias_root(name)).type.scalar; };
  auto write = [&](const auto& n, const char* op, const CText& value) {
    const Place place = windows_.element(n.name, n.idx);
    if (is_packed(place.base)) line(packed_store_to(place, value));
    else line(fmt::format("{} {} {};", element(place).text, op, value.text));
  };
  current_ = s;
  s.match([&](const ir::Assign& n) { write(n, "=", stored(n.rhs, type_of(n.name), is_packed(n.name))); },
          [&](const ir::Reduce& n) {
            const std::optional<CText> sum =
                modular_sum(value_at(windows_.element(n.name, n.idx)), type_of(n.name), n.rhs);
            if (sum) write(n, "=", *sum);
            else if (ir::is_storage_only(type_of(n.name))) write(n, "=", rounded_sum(n, type_of(n.name)));
            else write(n, "+=", data(n.rhs, type_of(n.name)));
          },
          [&](const ir::Alloc& n) { allocate(n, at_end); }, [&](const ir::WindowStmt& n) { window(n); },
          [&](const ir::WriteConfig& n) {
            ir::Scalar type = n.config->field(n.field).value_or(n.rhs.type());
            std::string value = ir::is_data(type) ? stored(n.rhs, type).text : control(n.rhs).text;
            line(fmt::format("ctxt->{} = {};", config_member(*n.config, n.field), value));
          },
          [](const ir::Pass&) {}, [&](const ir::For& n) { loop(n); }, [&](const ir::If& n) { branch(n, ""); },
          [&](const ir::Call& n) { call(s, n); });
}

// The sum is a float, whose bits the place takes.
CText FunctionWriter::rounded_sum(const ir::Reduce& n, ir::Scalar type) {
  const CText place = value_at(windows_.element(n.name, n.idx));
  return to_place({place.in(Binding::sum) + " + " + data(n.rhs, type).in(Binding::product), Binding::sum}, type);
}

// A pointer to the first element: an address that is computed once. Vectors have none.
void FunctionWriter::window(const ir::WindowStmt& n) {
  const Place place = windows_.of(*n.rhs.as<ir::WindowExpr>());
  if (is_register(place.base)) return;
  const auto arg = arg_index_.find(place.base);
  const bool is_read_only = arg != arg_index_.end() && !written_[arg->second];
  const std::string& name = names_.of(n.name);
  line(fmt::format("{}{} *{} = {};", is_read_only ? "const " : "",
                   ir::element_c_type(chosen(scope_.at(place.base).type.scalar)), name, address(place).text));
  if (!windows_.is_accessed(n.name)) line(fmt::format("(void){};", name));
}

void FunctionWriter::loop(const ir::For& n) {
  if (n.mode == ir::LoopMode::par) return parallel_loops(n);
  const std::string& i = names_.of(n.iter);
  line(fmt::format("for (int64_t {} = {}; {} < {}; {}++) {{", i, control(n.lo).text, i, control(n.hi).in(Binding::sum),
                   i));
  ++depth_;
  loops_.push_back(&n);
  block(n.body);
  loops_.pop_back();
  --depth_;
  line("}");
}

void FunctionWriter::branch(const ir::If& n, const std::string& opening) {
  line(fmt::format("{}if ({}) {{", opening, control(n.cond).text));
  ++depth_;
  block(n.body);
  --depth_;
  const ir::If* next = n.orelse.size() == 1 ? n.orelse.front().as<ir::If>() : nullptr;
  if (next) return branch(*next, "} else ");
  if (!n.orelse.empty()) {
    line("} else {");
    ++depth_;
    block(n.orelse);
    --depth_;
  }
  line("}");
}

}  // namespace tessera::codegen
