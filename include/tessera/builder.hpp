// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dsl/ir/stmt.hpp"

// A typed C++ builder for procedures of the object language: the same IR as from text.
//
//   ir::ProcRef mm = define("mm", [](Builder& b) {
//     auto [n, m] = b.sizes("n", "m");
//     Tensor A = b.arg("A", f32, {n, m}), x = b.arg("x", f32, {m}), y = b.arg("y", f32, {n});
//     b.loop("i", 0, n, [&](Index i) { b.loop("j", 0, m, [&](Index j) { y(i) += A(i, j) * x(j); }); });
//   });
//
// Misuse (an index that depends on data, a wrong number of indices, mixed types) throws InputError, code "type".
namespace tessera {

#define TESSERA_DATA(name, c_type, bytes, is_float, suffix, computed) \
  inline constexpr ir::Scalar name = ir::Scalar::name;
#include "dsl/ir/scalars.def"
#undef TESSERA_DATA

class Builder;

/// An integer control expression: a literal, a size, a loop counter, or arithmetic over them.
class Index {
 public:
  Index(std::int64_t value) : expr_(ir::IntLit{value}) {}
  Index(int value) : Index(static_cast<std::int64_t>(value)) {}
  explicit Index(ir::Expr e) : expr_(std::move(e)) {}
  const ir::Expr& expr() const { return expr_; }

 private:
  ir::Expr expr_;
};
Index operator+(const Index&, const Index&);
Index operator-(const Index&, const Index&);
Index operator-(const Index&);
Index operator*(const Index&, const Index&);  ///< one side a literal, except in shapes and preconditions
Index operator/(const Index&, std::int64_t);  ///< floor, by a positive literal
Index operator%(const Index&, std::int64_t);

/// A truth value over control.
class Condition {
 public:
  explicit Condition(ir::Expr e) : expr_(std::move(e)) {}
  const ir::Expr& expr() const { return expr_; }

 private:
  ir::Expr expr_;
};
Condition operator<(const Index&, const Index&);
Condition operator>(const Index&, const Index&);
Condition operator<=(const Index&, const Index&);
Condition operator>=(const Index&, const Index&);
Condition operator==(const Index&, const Index&);
Condition operator&&(const Condition&, const Condition&);
Condition operator||(const Condition&, const Condition&);

/// A data expression. A literal has the type of the expression around it, else of the written place.
class Value {
 public:
  Value(double number) : expr_(ir::FloatLit{number}) {}
  explicit Value(ir::Expr e) : expr_(std::move(e)) {}
  const ir::Expr& expr() const { return expr_; }

 private:
  ir::Expr expr_;
};
Value operator+(const Value&, const Value&);
Value operator-(const Value&, const Value&);
Value operator*(const Value&, const Value&);
Value operator/(const Value&, const Value&);
Value operator-(const Value&);

/// A pure function of data by its name: apply("select", {a, b, x, y}). Conversions are such: apply("sat_i8", {x}).
Value apply(std::string_view function, const std::vector<Value>& args);
Value read_config_value(const ir::ConfigRef&, const std::string& field);
Index read_config_index(const ir::ConfigRef&, const std::string& field);

/// An element of a tensor, or a scalar. Reading it is a Value; assigning to it adds a statement.
class Element {
 public:
  Element(Builder& builder, ir::Expr read) : builder_(builder), read_(std::move(read)) {}
  Element(const Element&) = default;
  operator Value() const { return Value(read_); }
  const ir::Expr& expr() const { return read_; }
  void operator=(const Value& rhs) const;
  void operator=(const Element& rhs) const { *this = Value(rhs); }
  void operator+=(const Value& rhs) const;

 private:
  Builder& builder_;
  ir::Expr read_;
};

/// An interval lo:hi of a window.
struct Interval {
  Index lo, hi;
};
using WindowIndex = std::variant<Index, Interval>;

/// `A[i, 0:4]`.
class View {
 public:
  explicit View(ir::Expr window) : expr_(std::move(window)) {}
  const ir::Expr& expr() const { return expr_; }

 private:
  ir::Expr expr_;
};

/// A tensor, a window or a data scalar: argument, allocation or window statement.
class Tensor {
 public:
  Tensor(Builder& builder, ir::Sym name, ir::Type type, ir::MemoryRef mem)
      : builder_(&builder), name_(name), type_(std::move(type)), mem_(std::move(mem)) {}
  template <class... Indices> Element operator()(const Indices&... idx) const { return element({Index(idx)...}); }
  View view(const std::vector<WindowIndex>& dims) const;
  Index stride(int dim) const;
  ir::Sym name() const { return name_; }
  const ir::Type& type() const { return type_; }
  const ir::MemoryRef& memory() const { return mem_; }

 private:
  Element element(const std::vector<Index>& idx) const;

  Builder* builder_;
  ir::Sym name_;
  ir::Type type_;
  ir::MemoryRef mem_;
};

using CallArgument = std::variant<Index, Condition, Tensor, Element, View>;

/// Collects the arguments, preconditions and statements of one procedure, in the order of the calls.
class Builder {
 public:
  explicit Builder(std::string_view name) { proc_.name = name; }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  Index size(std::string_view name) { return control(name, ir::Scalar::size); }
  Index index(std::string_view name) { return control(name, ir::Scalar::index); }
  Condition flag(std::string_view name);
  template <class... Names> std::array<Index, sizeof...(Names)> sizes(const Names&... names) {
    return {size(names)...};
  }
  /// No shape: a data scalar.
  Tensor arg(std::string_view name, ir::Scalar, const std::vector<Index>& shape, ir::MemoryRef mem = ir::dram());
  Tensor window_arg(std::string_view name, ir::Scalar, const std::vector<Index>& shape, ir::MemoryRef mem = ir::dram());
  /// A precondition.
  void require(const Condition&);
  /// `assert aligned(A, bytes)`: where the first element of the argument is, a power of two from 1 to 4096 (a page).
  /// Throws InputError for what is no argument in memory with elements of whole bytes.
  void require_aligned(const Tensor&, int bytes);

  Tensor alloc(std::string_view name, ir::Scalar, const std::vector<Index>& shape, ir::MemoryRef mem = ir::dram());
  Tensor window(std::string_view name, const Tensor& base, const std::vector<WindowIndex>& dims);
  void loop(std::string_view name, const Index& lo, const Index& hi, const std::function<void(Index)>& body,
            ir::LoopMode mode = ir::LoopMode::seq);
  void when(const Condition&, const std::function<void()>& body, const std::function<void()>& orelse = {});
  void call(const ir::ProcRef& callee, const std::vector<CallArgument>& args);
  void write_config(const ir::ConfigRef&, const std::string& field, const std::variant<Value, Index, Condition>& rhs);
  void pass();

  void add(ir::Stmt s) { block_->push_back(std::move(s)); }
  ir::ProcRef finish();

 private:
  Index control(std::string_view name, ir::Scalar);
  Tensor add_arg(std::string_view name, ir::Type, ir::MemoryRef);
  ir::Block collect(const std::function<void()>& body);

  ir::Procedure proc_;
  ir::Block* block_ = &proc_.body;
};

/// Runs `body` and returns the procedure.
ir::ProcRef define(std::string_view name, const std::function<void(Builder&)>& body);

}  // namespace tessera
