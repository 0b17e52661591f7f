// SPDX-License-Identifier: Apache-2.0
#include "codegen/test_program/kernel_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "codegen/c_names.hpp"
#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/storage_types.hpp"
#include "codegen/unit.hpp"
#include "codegen/usage.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::codegen {

using ir::Expr;
using ir::Procedure;
using ir::Stmt;

namespace {

// Is the first content of an argument looked at other than by +=? Then it must be a number from the start.
bool is_looked_at(const Procedure& p, ir::Sym argument) {
  bool looked = false;
  ir::for_each_expr(p.body, [&](const Expr& e) {
    const auto* read = e.as<ir::Read>();
    const auto* window = e.as<ir::WindowExpr>();
    looked = looked || (read && read->name == argument) || (window && window->base == argument);
  });
  return looked;
}

// The reference with the scheduled procedure's arguments.
Procedure with_arguments_of(const Procedure& scheduled, Procedure reference) {
  bool same = reference.args.size() == scheduled.args.size();
  for (std::size_t i = 0; same && i < reference.args.size(); ++i) {
    ir::Type& type = reference.args[i].type;
    const ir::Type& wanted = scheduled.args[i].type;
    same = type.is_control() == wanted.is_control() && type.shape.size() == wanted.shape.size();
    if (type.is_control()) continue;
    type.scalar = wanted.scalar;
    type.is_window = wanted.is_window;
  }
  if (!same) bug("the reference has other arguments than the scheduled procedure");
  return reference;
}

void check_possible(const Procedure& p, const std::string& kind) {
  const std::string hint = fmt::format("leave --{} out for this procedure", kind);
  if (!used_configs(p).empty())
    refuse(kind, fmt::format("{} uses a configuration, for which no {} program is written", p.name, kind), p.loc, hint);
  for (const ir::Arg& a : p.args)
    if (!a.type.is_control() && a.mem->is_register())
      refuse(kind, fmt::format("the argument {} is in registers: a {} program cannot pass it", a.name.text(), kind),
             a.loc, hint);
}

ir::ProcRef named(Procedure p, std::string name) {
  p.name = std::move(name);
  return std::make_shared<const Procedure>(std::move(p));
}

std::string element_type(ir::Scalar type) {
  static const std::map<ir::Scalar, std::string> signalling{{ir::Scalar::f16, "0x7d01"},
                                                            {ir::Scalar::bf16, "0x7fa1"},
                                                            {ir::Scalar::f32, "0x7fa00001"},
                                                            {ir::Scalar::f64, "0x7ff4000000000001"}};
  auto pattern = signalling.find(type);
  std::string put = fmt::format("({})value", ir::c_type(type)), get = "(double)x", functions;
  if (ir::is_storage_only(type)) {
    // The reference, which is in the same file, has its own.
    const StorageFunction load = load_function(type, "test"), store = store_function(type, "test");
    functions = load.definition + store.definition;
    put = store.name + "((float)value)";
    get = load.name + "(x)";
  }
  if (type == ir::Scalar::bit) put = "(uint8_t)(value & 1)";
  if (type == ir::Scalar::f16) functions = f16_definition() + f16_arithmetic_check();
  return functions +
         fmt::format(
             "static void test_put_{0}(void *to, int value) {{\n  {1} x = {4};\n  memcpy(to, &x, sizeof x);\n}}\n"
             "static double test_get_{0}(const void *from) {{\n  {1} x;\n  memcpy(&x, from, sizeof x);\n  return "
             "{5};\n}}\n"
             "static const struct test_type test_{0} = {{\"{0}\", sizeof({1}), {2}, test_put_{0}, test_get_{0}, "
             "{3}}};\n",
             ir::name(type), ir::c_type(type), !ir::is_unsigned(type),
             pattern == signalling.end() ? "0" : pattern->second, put, get);
}

bool mentions_stride(const Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const Expr& x) { found = found || x.as<ir::StrideOf>(); });
  return found;
}

}  // namespace

ir::Substitution passed_controls(const ir::Call& call, const ir::Substitution& values) {
  ir::Substitution out;
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (call.callee->args[i].type.is_control()) out[call.callee->args[i].name] = ir::substitute(call.args[i], values);
  return out;
}

KernelProgram::KernelProgram(const Procedure& reference, const Procedure& scheduled, const Options& options,
                             std::string kind)
    : reference_(with_arguments_of(scheduled, reference)),
      scheduled_(scheduled),
      options_(options),
      kind_(std::move(kind)),
      names_(scheduled) {
  check_possible(reference, kind_);
  check_possible(scheduled, kind_);
  number_arguments(scheduled);
  number_arguments(reference_);
  exactness_ = codegen::exactness(reference_);
  approximates_ = !ir::approximating_instructions(scheduled_).empty();
  if (approximates_) exactness_.fraction_bits.reset();  // its results are exact for no data
}

void KernelProgram::number_arguments(const Procedure& p) {
  std::size_t controls = 0, operands = 0;
  for (const ir::Arg& a : p.args) number_[a.name] = a.type.is_control() ? controls++ : operands++;
  controls_ = controls;
}

std::vector<const ir::Arg*> KernelProgram::arguments(bool control) const {
  std::vector<const ir::Arg*> out;
  for (const ir::Arg& a : scheduled_.args)
    if (a.type.is_control() == control) out.push_back(&a);
  return out;
}

ControlText KernelProgram::control() const {
  return {kind_, [this](ir::Sym s) { return fmt::format("n[{}]", number_.at(s)); },
          [this](ir::Sym s, int d) { return fmt::format("test_operands[{}].stride[{}]", number_.at(s), d); }};
}

std::size_t KernelProgram::largest_rank() const {
  std::size_t out = 1;
  for (const ir::Arg* a : arguments(false)) out = std::max(out, a->type.shape.size());
  return out;
}

std::string KernelProgram::kernel() const { return safe_function_name(options_.prefix + scheduled_.name, {}); }

std::string KernelProgram::constants() const {
  return fmt::format("#define TEST_NAME \"{}\"\nenum {{ TEST_RANK = {}, TEST_CONTROLS = {} }};\n\n", scheduled_.name,
                     largest_rank(), controls_);
}

// For exact arithmetic, all intermediate values must be in range; else the size of results matters.
Procedure KernelProgram::bound() const { return magnitude_bound(reference_, exactness_.fraction_bits ? 1 : 0); }

Procedure KernelProgram::roundings() const { return rounding_count(reference_); }

Procedure KernelProgram::own_roundings() const { return rounding_count(scheduled_); }

std::string KernelProgram::emitted_procedures() const {
  std::vector<ir::ProcRef> procs{named(reference_, "reference"), named(bound(), "bound"),
                                 named(roundings(), "roundings")};
  if (approximates_) procs.push_back(named(own_roundings(), "own_roundings"));
  Options part;
  part.stem = options_.stem;
  part.prefix = "test_";
  part.own_headers = options_.own_headers;
  part.is_part = true;
  return "\n/* The procedure as written, in plain C; one that computes the largest magnitudes that it can meet, and "
         "one\n * that counts the roundings. */\n" +
         emit(procs, part).source + "\n";
}

// ---- tables

std::int64_t KernelProgram::fixed_stride(const ir::Arg& a, int dim) const {
  for (const Expr& e : scheduled_.asserts) {
    const auto* n = e.as<ir::Binary>();
    const auto* s = n && n->op == ir::BinOp::eq ? n->lhs.as<ir::StrideOf>() : nullptr;
    const std::int64_t* value = s && s->tensor == a.name && s->dim == dim ? ir::literal(n->rhs) : nullptr;
    if (value) return *value;
  }
  return 0;
}

std::string KernelProgram::operand_table() const {
  std::set<ir::Scalar> types;
  std::string rows;
  std::vector<bool> written = ir::written_parameters(reference_);
  for (std::size_t i = 0; i < scheduled_.args.size(); ++i) {
    const ir::Arg& a = scheduled_.args[i];
    if (a.type.is_control()) continue;
    types.insert(chosen(a.type.scalar));
    std::vector<std::int64_t> fixed;
    for (std::size_t d = 0; d < a.type.shape.size(); ++d) fixed.push_back(fixed_stride(a, static_cast<int>(d)));
    if (fixed.empty()) fixed.push_back(0);
    rows += fmt::format(
        "    {{.name = \"{}\", .type = &test_{}, .rank = {}, .is_window = {}, .is_written = {}, .is_packed = {}, "
        ".may_start_unset = {},\n"
        "     .fixed_stride = {{{}}}}},\n",
        names_.of(a.name), ir::name(chosen(a.type.scalar)), a.type.shape.size(), a.type.is_window, bool(written[i]),
        a.type.is_tensor() && ir::is_packed(a.type.scalar),
        written[i] && !is_looked_at(reference_, reference_.args[i].name), fmt::join(fixed, ", "));
  }
  std::string out;
  for (ir::Scalar t : types) out += element_type(t);
  if (rows.empty()) refuse(kind_, fmt::format("{} has no operands to {}", scheduled_.name, kind_), scheduled_.loc);
  return out +
         fmt::format(
             "\nenum {{ test_operand_count = {} }};\nstatic struct test_operand test_operands[] = {{\n{}}};\n\n",
             arguments(false).size(), rows) +
         alignments();
}

std::string KernelProgram::control_table() const {
  std::string kinds, names;
  for (const ir::Arg* a : arguments(true)) {
    bool is_bool = a->type.scalar == ir::Scalar::bool_;
    bool is_size = a->type.scalar == ir::Scalar::size || a->type.scalar == ir::Scalar::stride;
    kinds += is_bool ? 'b' : is_size ? 's' : 'i';
    names += fmt::format("\"{}\", ", names_.of(a->name));
  }
  return fmt::format(
      "/* Sizes and other arguments that are no data: s is at least 1, i any integer, b 0 or 1. */\n"
      "static const char test_control_kinds[] = \"{}\";\nstatic const char *const test_control_names[] = {{{}0}};\n",
      kinds, names);
}

std::string KernelProgram::values() const { return exactness_.divides ? "1, 2, 4" : "1, 2, 3"; }

double KernelProgram::max_exact() const {
  const double value = std::min(codegen::max_exact(scheduled_), codegen::max_exact(reference_));
  return std::ldexp(value, -exactness_.fraction_bits.value_or(0));
}

double KernelProgram::rounding() const { return std::max(rounding_error(scheduled_), rounding_error(reference_)); }

// ---- functions of the sizes

std::string KernelProgram::condition(const std::vector<Expr>& asserts) const {
  std::string out = "true";
  std::set<std::string> seen;
  for (const Expr& e : asserts)
    if (std::string text = control().of(e); seen.insert(text).second) out += " && " + text;
  return out;
}

// Asserts of both: those added by the schedule are preconditions too.
std::vector<Expr> KernelProgram::asserts(bool on_strides) const {
  std::vector<Expr> out;
  for (const Procedure* p : {&reference_, &scheduled_})
    for (const Expr& e : p->asserts)
      if (!e.as<ir::Aligned>() && mentions_stride(e) == on_strides) out.push_back(e);
  return out;
}

std::string KernelProgram::allowed_alone() const {
  std::string out;
  std::vector<const ir::Arg*> controls = arguments(true);
  for (std::size_t i = 0; i < controls.size(); ++i) {
    std::vector<Expr> alone;
    for (const Expr& e : asserts(false)) {
      std::vector<ir::Sym> free = ir::free_syms(e);
      if (free.size() == 1 && number_.at(free.front()) == i) alone.push_back(e);
    }
    const char* least = controls[i]->type.scalar == ir::Scalar::size ? "value >= 1 && " : "";
    out += fmt::format("  if (control == {}) return {}{};\n", i, least, condition(alone));
  }
  return fmt::format(
      "static bool test_allowed_alone(int control, int64_t value) {{\n"
      "  int64_t n[TEST_CONTROLS + 1];\n  for (int c = 0; c <= TEST_CONTROLS; c++) n[c] = value;\n  (void)n;\n{}"
      "  return control >= 0;\n}}\n\n",
      out);
}

std::string KernelProgram::shapes() const {
  std::string out;
  for (const ir::Arg* a : arguments(false))
    for (std::size_t d = 0; d < a->type.shape.size(); ++d)
      out +=
          fmt::format("  test_operands[{}].extent[{}] = {};\n", number_.at(a->name), d, control().of(a->type.shape[d]));
  return fmt::format("static void test_shapes(const int64_t *n) {{\n  (void)n;\n{}}}\n\n", out);
}

// Statements carried out, with inner loops as long as they are in the last round of the outer ones.
std::string KernelProgram::work(const ir::Block& block, const ir::Substitution& values) const {
  std::string out = "1";
  for (const Stmt& s : block) {
    if (const auto* loop = s.as<ir::For>()) {
      Expr lo = ir::substitute(loop->lo, values), hi = ir::substitute(loop->hi, values);
      ir::Substitution inner = values;
      inner[loop->iter] = ir::sub(hi, ir::int_lit(1));
      out +=
          fmt::format(" + test_positive({} - {}) * ({})", control().of(hi), control().of(lo), work(loop->body, inner));
    } else if (const auto* branch = s.as<ir::If>()) {
      out += fmt::format(" + ({}) + ({})", work(branch->body, values), work(branch->orelse, values));
    } else if (const auto* call = s.as<ir::Call>()) {
      out += fmt::format(" + ({})", work(call->callee->body, passed_controls(*call, values)));
    }
  }
  return out;
}

std::string KernelProgram::size_functions(const std::string& more) const {
  std::string functions =
      allowed_alone() + "static bool test_allowed(const int64_t *n) {\n  (void)n;\n  return " +
      condition(asserts(false)) +
      ";\n}\n\nstatic bool test_strides_allowed(const int64_t *n) {\n  (void)n;\n  return " + condition(asserts(true)) +
      ";\n}\n\n" + shapes() +
      "/* Statements that the reference carries out, roughly. */\nstatic double test_work(const int64_t *n) {\n"
      "  (void)n;\n  return " +
      work(reference_.body, {}) + ";\n}\n\n" + more;
  if (functions.find("test_positive(") != std::string::npos)  // clang warns about functions that are not used
    functions = "static inline double test_positive(int64_t a) { return a > 0 ? (double)a : 0; }\n\n" + functions;
  return ControlText::definitions_for(functions) + functions;
}

// ---- calls

// `member`: the operand's first element; procedures over f64 have dense strides.
std::string KernelProgram::call(const Procedure& p, const std::string& function, const char* member,
                                bool over_f64) const {
  std::vector<bool> written = ir::written_parameters(p);
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    std::size_t k = number_.at(a.name);
    if (a.type.is_control()) {
      arguments.push_back(fmt::format("n[{}]{}", k, a.type.scalar == ir::Scalar::bool_ ? " != 0" : ""));
      continue;
    }
    ir::Scalar type = over_f64 ? ir::Scalar::f64 : chosen(a.type.scalar);
    std::string pointer = fmt::format("({} *)(void *)test_operands[{}].{}",
                                      a.type.is_tensor() ? ir::element_c_type(type) : ir::c_type(type), k, member);
    if (a.type.is_window) {
      std::vector<std::string> strides;
      for (std::size_t d = 0; d < a.type.shape.size(); ++d)
        strides.push_back(fmt::format("test_operands[{}].{}[{}]", k, over_f64 ? "bound_stride" : "stride", d));
      WindowStruct window{static_cast<int>(a.type.shape.size()), type, !written[i]};
      arguments.push_back(fmt::format("({}){{{}, {{{}}}}}", window.name(), pointer, fmt::join(strides, ", ")));
    } else {
      bool by_value = !a.type.is_tensor() && !written[i];
      arguments.push_back((by_value ? "*" : "") + pointer);
    }
  }
  return fmt::format("  {}({});\n", function, fmt::join(arguments, ", "));
}

std::string KernelProgram::rounding_calls() const {
  const std::string out = call(roundings(), "test_roundings", "roundings", true);
  return approximates_ ? out + call(own_roundings(), "test_own_roundings", "own_roundings", true) : out;
}

std::string KernelProgram::calls(const std::string& kernel, const std::string& reference) const {
  std::string out;
  for (const auto& [name, body] : {std::pair{"kernel", call(scheduled_, kernel, "data", false)},
                                   {"reference", call(reference_, reference, "expected", false)},
                                   {"bound", call(bound(), "test_bound", "bound", true)},
                                   {"roundings", rounding_calls()}})
    out += fmt::format("static void test_call_{}(void) {{\n  const int64_t *n = test_n;\n  (void)n;\n{}}}\n\n", name,
                       body);
  out.pop_back();
  return out;
}

}  // namespace tessera::codegen
