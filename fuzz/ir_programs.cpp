// SPDX-License-Identifier: Apache-2.0
#include "fuzz/ir_programs.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace tessera::fuzz {

using ir::BinOp;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;

namespace {

const std::vector<Scalar> data_types{Scalar::R, Scalar::f32, Scalar::f32, Scalar::f64, Scalar::i8};

ir::ConfigRef make_config() {
  ir::ConfigDecl c;
  c.name = "Cfg";
  c.fields = {{"scale", Scalar::f32}, {"rows", Scalar::size}, {"on", Scalar::bool_}, {"any", Scalar::R}};
  return std::make_shared<const ir::ConfigDecl>(c);
}

// In bytes: of a tensor in memory whose elements have a size.
bool has_address(const ir::Arg& a) {
  const bool has_size = a.type.scalar != Scalar::R && !ir::is_packed(a.type.scalar);
  return a.type.is_tensor() && has_size && !(a.mem && a.mem->is_register());
}

}  // namespace

ProgramGenerator::ProgramGenerator(unsigned seed) : random_(seed) {}

ProgramGenerator::Program ProgramGenerator::program() {
  out_ = {};
  out_.configs.push_back(make_config());
  int count = 1 + upto(2);
  for (int i = 0; i < count; ++i) out_.procs.push_back(procedure("p" + std::to_string(i)));
  return out_;
}

ir::Sym ProgramGenerator::fresh() {
  static const std::vector<std::string> pool{"i", "j", "x", "A", "i_1", "x_1", "n"};
  return ir::Sym::fresh(pick(pool));
}

ir::ProcRef ProgramGenerator::procedure(const std::string& name) {
  scope_.clear();
  ir::Procedure p;
  p.name = name;
  int count = 2 + upto(5);
  for (int i = 0; i < count; ++i) {
    p.args.push_back(argument(i));
    scope_.push_back({p.args.back().name, {p.args.back().type, p.args.back().mem}});
  }
  for (int i = upto(2); i > 0; --i) p.asserts.push_back(condition(2, true));
  for (const ir::Arg& a : p.args)
    if (has_address(a) && chance(10)) p.asserts.push_back(ir::Aligned{a.name, 1 << upto(12)});
  p.body = block(3);
  return std::make_shared<const ir::Procedure>(p);
}

ir::Type ProgramGenerator::tensor_type(Scalar scalar, bool is_window, bool products) {
  ir::Type t{scalar, {}, is_window};
  for (int i = 1 + upto(2); i > 0; --i) t.shape.push_back(integer(2, products));
  return t;
}

ir::Arg ProgramGenerator::argument(int number) {
  // Arguments of one name are renamed by the printer, which the comparison allows.
  ir::Sym name = fresh();
  if (number == 0) return {name, {Scalar::size, {}, false}, nullptr, {}};
  if (chance(40)) {
    static const std::vector<Scalar> kinds{Scalar::size, Scalar::index, Scalar::int_, Scalar::bool_, Scalar::stride};
    return {name, {pick(kinds), {}, false}, nullptr, {}};
  }
  ir::MemoryRef mem = pick(ir::builtin_memories());
  if (chance(30)) return {name, {pick(data_types), {}, false}, mem, {}};
  return {name, tensor_type(pick(data_types), chance(40), true), mem, {}};
}

// ---- variables in scope ----

std::vector<ProgramGenerator::Variable> ProgramGenerator::control(Scalar type) const {
  std::vector<Variable> out;
  for (const Variable& v : scope_)
    if (v.declaration.type.scalar == type) out.push_back(v);
  return out;
}

std::vector<ProgramGenerator::Variable> ProgramGenerator::integers() const {
  std::vector<Variable> out;
  for (const Variable& v : scope_)
    if (ir::is_integer_control(v.declaration.type.scalar)) out.push_back(v);
  return out;
}

std::vector<ProgramGenerator::Variable> ProgramGenerator::buffers() const {
  std::vector<Variable> out;
  for (const Variable& v : scope_)
    if (!v.declaration.type.is_control()) out.push_back(v);
  return out;
}

std::vector<ProgramGenerator::Variable> ProgramGenerator::buffers(Scalar type) const {
  std::vector<Variable> out;
  for (const Variable& v : buffers())
    if (v.declaration.type.scalar == type) out.push_back(v);
  return out;
}

// ---- statements ----

ir::Block ProgramGenerator::block(int depth) {
  std::size_t outside = scope_.size();
  ir::Block out;
  for (int i = 1 + upto(3); i > 0; --i) out.push_back(statement(depth));
  scope_.resize(outside);
  return out;
}

Stmt ProgramGenerator::statement(int depth) {
  int kind = upto(depth > 0 ? 9 : 6);
  bool has_buffer = !buffers().empty();
  if (kind <= 1 && has_buffer) return write();
  if (kind == 2) return alloc();
  if (kind == 3 && has_buffer) return window();
  if (kind == 4) return write_config();
  if (kind == 5 && !out_.procs.empty()) return call();
  if (kind == 7 || kind == 8) return loop(depth);
  if (kind == 9) return branch(depth);
  return ir::Pass{};
}

Stmt ProgramGenerator::write() {
  Variable target = pick(buffers());
  Scalar type = target.declaration.type.scalar;
  std::vector<Expr> idx = element(target).as<ir::Read>()->idx;
  std::vector<Variable> others = buffers(Scalar::f64);
  Expr rhs = data(3, type);
  // An assignment converts: everything on the right side is then of the other type.
  if (!others.empty() && chance(20)) rhs = ir::binary(BinOp::mul, element(pick(others)), data(2, Scalar::f64));
  if (chance(50)) return ir::Reduce{target.sym, idx, rhs, type};
  return ir::Assign{target.sym, idx, rhs, type};
}

Stmt ProgramGenerator::alloc() {
  ir::Type type = chance(40) ? ir::Type{pick(data_types), {}, false} : tensor_type(pick(data_types), false, true);
  ir::Alloc out{fresh(), type, pick(ir::builtin_memories())};
  scope_.push_back({out.name, {type, out.mem}});
  return out;
}

Expr ProgramGenerator::window_of(const Variable& base, int intervals) {
  const ir::Type& type = base.declaration.type;
  int rank = static_cast<int>(type.shape.size());
  std::vector<ir::WindowDim> dims;
  for (int i = 0; i < rank; ++i) {
    bool interval = intervals > 0 && (rank - i == intervals || chance(50));
    if (interval) --intervals;
    dims.push_back({integer(2), interval ? integer(2) : Expr()});
  }
  return ir::WindowExpr{base.sym, dims, type.scalar};
}

Stmt ProgramGenerator::window() {
  Variable base = pick(buffers());
  int rank = static_cast<int>(base.declaration.type.shape.size());
  if (rank == 0) return ir::Pass{};
  ir::WindowStmt out{fresh(), window_of(base, 1 + upto(rank - 1))};
  const ir::WindowExpr& w = *out.rhs.as<ir::WindowExpr>();
  scope_.push_back({out.name, {{w.type, ir::window_shape(w), true}, base.declaration.mem}});
  return out;
}

Stmt ProgramGenerator::write_config() {
  const auto& [field, type] = pick(out_.configs[0]->fields);
  Expr rhs = ir::is_data(type) ? data(2, type) : type == Scalar::bool_ ? condition(2) : integer(2);
  return ir::WriteConfig{out_.configs[0], field, rhs};
}

Stmt ProgramGenerator::loop(int depth) {
  ir::For out{fresh(), integer(2), integer(2), {}, chance(20) ? ir::LoopMode::par : ir::LoopMode::seq};
  scope_.push_back({out.iter, {{Scalar::index, {}, false}, nullptr}});
  out.body = block(depth - 1);
  scope_.pop_back();
  return out;
}

Stmt ProgramGenerator::branch(int depth) {
  ir::If out{condition(2), block(depth - 1), {}};
  if (chance(50)) out.orelse = block(depth - 1);
  return out;
}

Stmt ProgramGenerator::call() {
  ir::ProcRef callee = pick(out_.procs);
  ir::Call out{callee, {}};
  for (const ir::Arg& parameter : callee->args) {
    out.args.push_back(call_argument(parameter));
    if (!out.args.back()) return ir::Pass{};
  }
  return out;
}

// An empty expression when nothing in scope fits.
Expr ProgramGenerator::call_argument(const ir::Arg& parameter) {
  const ir::Type& type = parameter.type;
  if (type.scalar == Scalar::bool_) return condition(2);
  if (type.is_control()) return integer(2);
  std::vector<Variable> fitting;
  for (const Variable& v : buffers()) {
    const ir::Type& t = v.declaration.type;
    const bool is_open = t.scalar == Scalar::R || type.scalar == Scalar::R;
    bool same_scalar = t.scalar == type.scalar || (is_open && ir::same_kind(t.scalar, type.scalar));
    bool enough = type.is_window ? t.shape.size() >= type.shape.size()
                                 : !type.is_tensor() || (t.shape.size() == type.shape.size() && !t.is_window);
    if (same_scalar && enough) fitting.push_back(v);
  }
  if (fitting.empty()) return {};
  Variable v = pick(fitting);
  if (!type.is_tensor()) return element(v);
  const ir::Type& t = v.declaration.type;
  if (t.shape.size() == type.shape.size() && (!type.is_window || chance(30))) return ir::read(v.sym, t.scalar);
  return window_of(v, static_cast<int>(type.shape.size()));
}

// ---- control expressions ----

Expr ProgramGenerator::integer(int depth, bool products) {
  std::vector<Variable> variables = integers();
  if (depth == 0 || chance(20)) {
    if (variables.empty() || chance(35)) return ir::IntLit{upto(20) - 5};
    Variable v = pick(variables);
    return ir::read(v.sym, v.declaration.type.scalar);
  }
  switch (upto(8)) {
    case 0: return ir::binary(BinOp::mul, ir::IntLit{upto(9) - 4}, integer(depth - 1, products));
    case 1:
      return ir::binary(BinOp::mul, integer(depth - 1, products),
                        products ? integer(depth - 1, products) : Expr(ir::IntLit{upto(9) - 4}));
    case 2:
      return ir::binary(chance(50) ? BinOp::div : BinOp::mod, integer(depth - 1, products), ir::IntLit{1 + upto(7)});
    case 3: {
      Expr arg = integer(depth - 1, products);
      return ir::Negate{arg, arg.type()};
    }
    case 4: {
      for (const Variable& v : scope_)
        if (v.declaration.type.is_tensor() && chance(50))
          return ir::StrideOf{v.sym, upto(static_cast<int>(v.declaration.type.shape.size()) - 1)};
      return ir::ReadConfig{out_.configs[0], "rows", Scalar::size};
    }
    default:
      return ir::binary(chance(50) ? BinOp::add : BinOp::sub, integer(depth - 1, products),
                        integer(depth - 1, products));
  }
}

Expr ProgramGenerator::condition(int depth, bool products) {
  static const std::vector<BinOp> comparisons{BinOp::lt, BinOp::gt, BinOp::le, BinOp::ge, BinOp::eq};
  int kind = upto(5);
  if (depth > 0 && kind <= 1)
    return ir::binary(kind == 0 ? BinOp::and_ : BinOp::or_, condition(depth - 1, products),
                      condition(depth - 1, products));
  if (kind == 2) {
    if (std::vector<Variable> bools = control(Scalar::bool_); !bools.empty())
      return ir::read(pick(bools).sym, Scalar::bool_);
    return chance(50) ? Expr(ir::BoolLit{chance(50)}) : Expr(ir::ReadConfig{out_.configs[0], "on", Scalar::bool_});
  }
  return ir::binary(pick(comparisons), integer(2, products), integer(2, products));
}

// ---- data expressions: reads are of `type`, or R where that is floating point, literals of `type`, so that the text
// gives the same types ----

double ProgramGenerator::number() {
  switch (upto(4)) {
    case 0: return upto(10) - 5;
    case 1: return -0.0;
    case 2: return (upto(2000) - 1000) / 8.0;
    default: {
      auto bits = static_cast<std::uint64_t>(random_()) << 32 | random_();
      double value = std::bit_cast<double>(bits);
      return std::isfinite(value) ? value : 0.1;
    }
  }
}

Expr ProgramGenerator::element(const Variable& v) {
  std::vector<Expr> idx;
  for (std::size_t i = 0; i < v.declaration.type.shape.size(); ++i) idx.push_back(integer(2));
  return ir::read(v.sym, idx, v.declaration.type.scalar);
}

Expr ProgramGenerator::data_leaf(Scalar type) {
  std::vector<Variable> fitting = buffers(type);
  if (ir::is_float(type))
    for (const Variable& v : buffers(Scalar::R)) fitting.push_back(v);
  if (!fitting.empty() && chance(60)) return element(pick(fitting));
  if (ir::is_float(type) && chance(15)) return ir::ReadConfig{out_.configs[0], "any", Scalar::R};
  return ir::FloatLit{number(), type};
}

Expr ProgramGenerator::data(int depth, Scalar type) {
  static const std::vector<BinOp> operators{BinOp::add, BinOp::sub, BinOp::mul, BinOp::div};
  if (depth == 0 || chance(25)) return data_leaf(type);
  switch (upto(5)) {
    case 0: {
      Expr arg = data(depth - 1, type);
      return ir::Negate{arg, arg.type()};
    }
    case 1: return ir::ExternCall{"max", {data(depth - 1, type), data(depth - 1, type)}, type};
    case 2:
      return ir::ExternCall{"select", {data_leaf(type), data_leaf(type), data(depth - 1, type), data_leaf(type)}, type};
    default: return ir::binary(pick(operators), data(depth - 1, type), data(depth - 1, type));
  }
}

}  // namespace tessera::fuzz
