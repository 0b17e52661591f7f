// SPDX-License-Identifier: Apache-2.0
// set_precision — choose the scalar type of an allocation or argument.
//   x: R[n]; s(x)   -->   x: f16[n]; s(x)        with the types of all expressions over x
// The meaning over the reals stays. Rounding does not: a narrower type rounds more. To change the operands of one
// operation, go by way of R, which goes with every floating-point type: x to R, then y to f16, then x to f16.
// Args:    type: the new one, as "f32".
// Shape:   R1 the name is a buffer or data scalar, and the type is a data type.
//          R2 no operation mixes two chosen types then.
//          R3 callees take the type that they get.
//          R4 a floating-point type, R among them, does not become an integer type, nor the other way round.
//          R5 an integer type becomes one that holds all its values, and in which C computes with no fewer of them;
//          before any step that may leave integers which do not fit their places in between.
// Forward: everything stays.
// Example: chooses_the_type_of_what_was_open
#include <fmt/format.h>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct SetPrecision {
  struct Args {
    BufferPlace buffer;
    std::string type;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("type", &Args::type)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the name is a buffer or a scalar of a data type, and the new type is one"},
      {"R2", "no operation mixes two chosen types"},
      {"R3", "callees take the type that they get"},
      {"R4", "floating point stays floating point, R among it, and integers stay integers"},
      {"R5", "an integer type becomes one with room for its values, stored and computed, before sums are reordered"}};

  struct Shape {
    BufferAt buffer;
    ir::Scalar type;
    ir::Block body;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    Path place = b.alloc.value_or(Path{});
    std::optional<ir::Scalar> type = ir::scalar_named(a.type);
    if (!type || !ir::is_data(*type)) step.refuse("R1", place, fmt::format("'{}' is not a data type", a.type));
    if (b.type.is_control()) step.refuse("R1", place, b.name.text() + " is a control variable");
    ir::Scalar old = b.type.scalar;
    if (!ir::same_kind(old, *type))
      step.refuse("R4", place,
                  fmt::format("{} is {}, {} is another kind of number", b.name.text(), ir::name(old), a.type));
    if (!ir::is_float(old) && !holds_as_much(*type, old))
      step.refuse(
          "R5", place,
          fmt::format("{} is {}, of which {} has no room for some values", b.name.text(), ir::name(old), a.type));
    if (const StepRecord* wrapping = step.wrapping_step(); wrapping && !ir::is_float(old) && old != *type)
      step.refuse("R5", place,
                  fmt::format("{} may have left a value in {} or in what goes there that {} cuts off, and {} would not",
                              wrapping->primitive, b.name.text(), ir::name(old), a.type),
                  "set_precision before the steps that change the order of integer sums");
    return {b, *type, Retyper(step, b.name, *type).body()};
  }

  static bool holds_as_much(ir::Scalar to, ir::Scalar from) {
    return holds_all(to, from) && holds_all(ir::computed_as(to), ir::computed_as(from));
  }

  // The procedure's body with the types that follow from the new one.
  class Retyper {
   public:
    Retyper(const StepContext& step, ir::Sym buffer, ir::Scalar type)
        : step_(step), buffer_(buffer), type_(type), roots_(step.ir()) {}

    ir::Block body() {
      // Leaves only: a compound statement has no data of its own.
      return map_places(step_.ir(), Range::whole_body(step_.ir()),
                        [&](const Path& at, const ir::Stmt& s) { return stmt(at, s); });
    }

   private:
    bool ours(ir::Sym name) { return roots_.of(name) == buffer_; }

    bool concerns(const ir::Stmt& s) {
      bool found = false;
      if (const auto* n = s.as<ir::Assign>()) found = ours(n->name);
      if (const auto* n = s.as<ir::Reduce>()) found = ours(n->name);
      for (const ir::Expr& e : ir::expressions(s))
        for (ir::Sym name : ir::free_syms(e)) found = found || ours(name);
      return found;
    }

    ir::Stmt stmt(const Path& at, const ir::Stmt& s) {
      if (s.as<ir::For>() || s.as<ir::If>() || s.as<ir::Alloc>() || !concerns(s)) return s;
      if (const auto* n = s.as<ir::Assign>()) {
        ir::Scalar type = ours(n->name) ? type_ : n->type;
        return ir::Stmt(ir::Assign{n->name, n->idx, value(at, n->rhs, type), type}, s.loc());
      }
      if (const auto* n = s.as<ir::Reduce>()) {
        ir::Scalar type = ours(n->name) ? type_ : n->type;
        return ir::Stmt(ir::Reduce{n->name, n->idx, value(at, n->rhs, type), type}, s.loc());
      }
      if (const auto* n = s.as<ir::WindowStmt>()) return ir::Stmt(ir::WindowStmt{n->name, leaf(n->rhs)}, s.loc());
      if (const auto* n = s.as<ir::WriteConfig>())
        return ir::Stmt(
            ir::WriteConfig{n->config, n->field, value(at, n->rhs, n->config->field(n->field).value_or(ir::Scalar::R))},
            s.loc());
      return call(at, s, *s.as<ir::Call>());
    }

    ir::Stmt call(const Path& at, const ir::Stmt& s, const ir::Call& n) {
      std::vector<ir::Expr> args = n.args;
      for (std::size_t i = 0; i < args.size(); ++i) {
        const ir::Arg& param = n.callee->args.at(i);
        if (param.type.is_control()) continue;
        args[i] = value(at, args[i], param.type.scalar);
        if (differ(args[i].type(), param.type.scalar) || !ir::same_kind(args[i].type(), param.type.scalar))
          step_.refuse("R3", at,
                       fmt::format("{} takes {} as {}, it would get {}", n.callee->name, param.name.text(),
                                   ir::name(param.type.scalar), ir::name(args[i].type())),
                       "replace the call by one for the new type first");
      }
      return ir::with_expressions(s, std::move(args));
    }

    static bool differ(ir::Scalar a, ir::Scalar b) { return a != b && a != ir::Scalar::R && b != ir::Scalar::R; }

    ir::Expr leaf(const ir::Expr& e) {
      if (const auto* n = e.as<ir::Read>(); n && ours(n->name))
        return ir::Expr(ir::Read{n->name, n->idx, type_}, e.loc());
      if (const auto* n = e.as<ir::WindowExpr>(); n && ours(n->base))
        return ir::Expr(ir::WindowExpr{n->base, n->dims, type_}, e.loc());
      return e;
    }

    // A data expression: literals take the type that the variables around them choose, or the target's.
    ir::Expr value(const Path& at, const ir::Expr& e, ir::Scalar target) {
      ir::Scalar chosen = target;
      bool found = false;
      ir::for_each_operand(e, [&](const ir::Expr& node) {
        ir::Scalar t = leaf(node).type();
        if (!found && ir::chooses_type(node) && ir::is_data(t) && t != ir::Scalar::R) chosen = t, found = true;
      });
      ir::Expr out = retyped(at, e, chosen);
      if (!ir::is_float(chosen) && ir::has_open_variable(out))
        step_.refuse("R2", at, fmt::format("one operation would mix {} and R", ir::name(chosen)),
                     "R is floating point: leave one operand its type, or assign the result to one first");
      return out;
    }

    ir::Expr retyped(const Path& at, const ir::Expr& e, ir::Scalar literal) {
      if (const auto* n = e.as<ir::FloatLit>()) return ir::Expr(ir::FloatLit{n->value, literal}, e.loc());
      if (const auto* n = e.as<ir::Negate>()) {
        ir::Expr arg = retyped(at, n->arg, literal);
        return ir::Expr(ir::Negate{arg, arg.type()}, e.loc());
      }
      if (const auto* n = e.as<ir::Binary>()) {
        ir::Expr lhs = retyped(at, n->lhs, literal), rhs = retyped(at, n->rhs, literal);
        require_same(at, lhs.type(), rhs.type());
        return ir::binary(n->op, lhs, rhs).at(e.loc());
      }
      if (ir::conversion(e)) return converted(at, *e.as<ir::ExternCall>(), e);
      if (const auto* n = e.as<ir::ExternCall>()) {
        std::vector<ir::Expr> args;
        ir::Scalar type = ir::Scalar::R;
        for (const ir::Expr& arg : n->args) {
          args.push_back(retyped(at, arg, literal));
          require_same(at, type, args.back().type());
          if (type == ir::Scalar::R) type = args.back().type();
        }
        return ir::Expr(ir::ExternCall{n->function, std::move(args), type}, e.loc());
      }
      return leaf(e);
    }

    // The argument is an operation of its own; the result has the type that it is converted to.
    ir::Expr converted(const Path& at, const ir::ExternCall& n, const ir::Expr& e) {
      const ir::Expr argument = value(at, n.args.at(0), ir::Scalar::R);
      return ir::Expr(ir::ExternCall{n.function, {argument}, n.type}, e.loc());
    }

    void require_same(const Path& at, ir::Scalar a, ir::Scalar b) const {
      if (differ(a, b))
        step_.refuse("R2", at, fmt::format("one operation would mix {} and {}", ir::name(a), ir::name(b)),
                     "set one operand to R first, then the other to the new type");
    }

    const StepContext& step_;
    ir::Sym buffer_;
    ir::Scalar type_;
    ir::AliasRoots roots_;
  };

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) {
      p.body = s.body;
      if (!s.buffer.alloc) p.args.at(s.buffer.arg).type.scalar = s.type;
    });
    if (!s.buffer.alloc) return;
    ir::Type type = s.buffer.type;
    type.scalar = s.type;
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.update(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, type, s.buffer.mem}, loc));
  }
};

}  // namespace

Primitive set_precision_primitive() {
  return describe<SetPrecision>("set_precision", "annotations", "choose the scalar type of an allocation or argument");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc set_precision(const Proc& p, const BufferPlace& buffer, const std::string& type) {
  return rewrite::apply<rewrite::SetPrecision>("set_precision", p, {{buffer}, type});
}

}  // namespace tessera
