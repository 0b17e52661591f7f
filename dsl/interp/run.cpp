// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/interp/enclosure.hpp"
#include "dsl/interp/frame.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::interp {
namespace {

using ir::Expr;
using ir::Scalar;
using ir::Stmt;

template <class Domain> class Interpreter {
 public:
  using Number = typename Domain::Number;

  Interpreter(Arguments<Domain>& state, Uninitialised policy, Fuel& fuel, Coverage* coverage)
      : state_(state), policy_(policy), fuel_(fuel), coverage_(coverage) {}

  void run(const ir::Procedure& proc) {
    if (state_.values.size() != proc.args.size())
      fail("argument",
           fmt::format("{} takes {} arguments, {} are given", proc.name, proc.args.size(), state_.values.size()));
    Frame<Domain> frame(state_);
    for (std::size_t i = 0; i < proc.args.size(); ++i) {
      const ir::Arg& arg = proc.args[i];
      Tensor<Domain>& t = state_.values[i].tensor;
      if (arg.type.is_control()) bind_control(frame, arg, state_.values[i].control);
      else
        frame.bind(arg.name, View<Domain>{&t, arg.type.scalar, t.offset, t.shape, t.strides,
                                          address_of(arg.type, ir::asserted_alignment(proc, arg.name))});
    }
    execute(proc, frame);
  }

 private:
  void bind_control(Frame<Domain>& frame, const ir::Arg& arg, std::int64_t value) {
    if (arg.type.scalar == Scalar::size && value < 1)
      fail("assert", fmt::format("size {} is {}, not positive", arg.name.text(), value), arg.loc, frame.values());
    frame.bind(arg.name, value);
  }

  // A multiple of the alignment, but of no larger power of two; at least of an element's size.
  static std::int64_t address_of(const ir::Type& type, int alignment) {
    return std::max(alignment, ir::byte_size(type.scalar));
  }

  // The arguments are bound; checks the signature, then runs the body.
  void execute(const ir::Procedure& proc, Frame<Domain>& frame) {
    for (const ir::Arg& arg : proc.args)
      if (!arg.type.is_control()) check_shape(proc, arg, frame);
    for (const Expr& e : proc.asserts)
      if (!evaluate(e, frame))
        fail("assert", fmt::format("assert {} of {} does not hold", ir::print(e), proc.name), e.loc(), frame.values());
    execute(proc.body, frame);
  }

  void check_shape(const ir::Procedure& proc, const ir::Arg& arg, Frame<Domain>& frame) {
    const View<Domain>& view = frame.view(arg.name);
    std::string where = fmt::format("argument {} of {}", arg.name.text(), proc.name);
    if (view.shape.size() != arg.type.shape.size())
      fail("shape", fmt::format("{} has {} dimensions, {} are wanted", where, view.shape.size(), arg.type.shape.size()),
           arg.loc);
    std::int64_t dense = 1;
    for (std::size_t d = view.shape.size(); d-- > 0; dense *= view.shape[d]) {
      std::int64_t wanted = evaluate(arg.type.shape[d], frame);
      if (view.shape[d] != wanted)
        fail("shape", fmt::format("{} has extent {} in dimension {}, {} is wanted", where, view.shape[d], d, wanted),
             arg.loc, frame.values());
      if (!arg.type.is_window && view.strides[d] != dense && view.shape[d] > 1)
        fail("shape", fmt::format("{} is not dense: stride {} in dimension {}", where, view.strides[d], d), arg.loc);
    }
  }

  void execute(const ir::Block& block, Frame<Domain>& frame) {
    auto mark = frame.mark();
    for (std::size_t i = 0; i < block.size(); ++i) {
      index_ = i;
      execute(block[i], frame);
    }
    frame.release(mark);
  }

  /// As long as it lives the program is on this path.
  class On {
   public:
    On(Interpreter& run, PathId path) : run_(run), outer_(std::exchange(run.path_, path)) {}
    ~On() { run_.path_ = outer_; }
    On(const On&) = delete;
    On& operator=(const On&) = delete;

   private:
    Interpreter& run_;
    PathId outer_;
  };

  PathId taken(Turn turn) {
    const PathId out = path_id(path_, index_, turn);
    if (coverage_) coverage_->insert(out);
    return out;
  }

  void execute(const Stmt& s, Frame<Domain>& frame) {
    s.match([&](const ir::Assign& n) { assign(s, n, frame); }, [&](const ir::Reduce& n) { reduce(s, n, frame); },
            [&](const ir::Alloc& n) { allocate(s, n, frame); },
            [&](const ir::WindowStmt& n) { frame.bind(n.name, window(n.rhs, frame)); },
            [&](const ir::WriteConfig& n) { write_config(n, frame); }, [](const ir::Pass&) {},
            [&](const ir::For& n) { loop(n, frame); }, [&](const ir::If& n) { branch(n, frame); },
            [&](const ir::Call& n) { call(s, n, frame); });
  }

  void branch(const ir::If& n, Frame<Domain>& frame) {
    const bool holds = evaluate(n.cond, frame);
    const On on(*this, taken(holds ? Turn::in : Turn::past));
    if (coverage_) take_edges(n, frame);
    execute(holds ? n.body : n.orelse, frame);
  }

  void take_edges(const ir::If& n, Frame<Domain>& frame) {
    std::size_t number = 0;
    for_each_comparison(n.cond, [&](const ir::Binary& c) {
      if (const auto offset = difference(c, frame); offset && *offset >= -1 && *offset <= 1)
        coverage_->insert(edge_id(path_, number, *offset));
      ++number;
    });
  }

  // Of the sides. The program itself may not come to this comparison, where it has no value.
  static std::optional<std::int64_t> difference(const ir::Binary& c, const Frame<Domain>& frame) {
    std::int64_t out = 0;
    try {
      if (__builtin_sub_overflow(evaluate(c.lhs, frame), evaluate(c.rhs, frame), &out)) return std::nullopt;
    } catch (const InterpError&) { return std::nullopt; }
    return out;
  }

  void loop(const ir::For& n, Frame<Domain>& frame) {
    std::int64_t lo = evaluate(n.lo, frame), hi = evaluate(n.hi, frame);
    const On on(*this, taken(lo < hi ? Turn::in : Turn::past));
    auto mark = frame.mark();
    frame.bind(n.iter, lo);
    for (std::int64_t i = lo; i < hi; ++i) {
      step();
      frame.set_top_control(i);
      execute(n.body, frame);
    }
    frame.release(mark);
  }

  void allocate(const Stmt& s, const ir::Alloc& n, Frame<Domain>& frame) {
    std::vector<std::int64_t> shape;
    for (const Expr& e : n.type.shape) {
      shape.push_back(evaluate(e, frame));
      if (shape.back() < 0)
        fail("shape", fmt::format("extent {} of {} is {}", ir::print(e), n.name.text(), shape.back()), s.loc(),
             frame.values());
    }
    charge(shape);
    Tensor<Domain>* t = frame.keep(Tensor<Domain>::dense(std::move(shape)));
    if (policy_ == Uninitialised::arbitrary)
      for (Number& element : t->data) element = Domain::random(leftovers_, n.type.scalar);
    frame.bind(n.name, View<Domain>{t, n.type.scalar, 0, t->shape, t->strides,
                                    address_of(n.type, ir::guaranteed_alignment(*n.mem))});
  }

  void write_config(const ir::WriteConfig& n, Frame<Domain>& frame) {
    std::string key = n.config->name + "." + n.field;
    Scalar type = n.config->field(n.field).value_or(n.rhs.type());
    if (ir::is_data(type)) state_.data_configs[key] = Domain::convert(data(n.rhs, type, frame), type, type);
    else state_.control_configs[key] = evaluate(n.rhs, frame);
  }

  void step() {
    if (++fuel_.steps > fuel_.limit) throw OutOfFuel{};
  }

  // Before memory is taken: eight elements count as a step.
  void charge(const std::vector<std::int64_t>& shape) {
    double elements = 0.125;
    for (std::int64_t extent : shape) elements *= static_cast<double>(extent);
    if (elements + static_cast<double>(fuel_.steps) > static_cast<double>(fuel_.limit)) throw OutOfFuel{};
    fuel_.steps += static_cast<std::uint64_t>(elements);
  }

  void assign(const Stmt& s, const ir::Assign& n, Frame<Domain>& frame) {
    step();
    const View<Domain>& view = frame.view(n.name);
    std::size_t at = place(n.name, view, n.idx, s.loc(), frame);
    const std::shared_ptr<const Diagnostic> nothing = copies_nothing(n.rhs, view.type, frame);
    view.storage->data[at] = nothing ? Number{} : Domain::convert(data(n.rhs, view.type, frame), view.type, view.type);
    view.storage->written[at] = !nothing;
    if (nothing) view.storage->copied_from[at] = nothing;
  }

  // A copy of an element without a value has none either; it is an error to compute with it, not to move it. Where
  // the first of them was read, or null for a value.
  std::shared_ptr<const Diagnostic> copies_nothing(const Expr& e, Scalar type, Frame<Domain>& frame) {
    const ir::Read* n = e.as<ir::Read>();
    if (!n || policy_ == Uninitialised::arbitrary) return nullptr;
    const View<Domain>& view = frame.view(n->name);
    if (view.type != type) return nullptr;
    const std::size_t at = place(n->name, view, n->idx, e.loc(), frame);
    return view.storage->written[at] ? nullptr : unwritten(n->name, view, n->idx, at, e.loc(), frame);
  }

  std::shared_ptr<const Diagnostic> unwritten(ir::Sym name, const View<Domain>& view, const std::vector<Expr>& idx,
                                              std::size_t at, SrcLoc loc, Frame<Domain>& frame) {
    const auto known = view.storage->copied_from.find(at);
    if (known != view.storage->copied_from.end()) return known->second;
    return std::make_shared<const Diagnostic>(
        error("uninitialised", element(name, idx) + " is read before it is written", loc, frame.values()));
  }

  void reduce(const Stmt& s, const ir::Reduce& n, Frame<Domain>& frame) {
    step();
    const View<Domain>& view = frame.view(n.name);
    Number value = data(n.rhs, view.type, frame);
    std::size_t at = place(n.name, view, n.idx, s.loc(), frame);
    Number old = load(n.name, view, n.idx, at, s.loc(), frame);
    view.storage->data[at] =
        Domain::convert(Domain::arithmetic(ir::BinOp::add, old, value, view.type), view.type, view.type);
    view.storage->written[at] = 1;
  }

  void call(const Stmt& s, const ir::Call& n, Frame<Domain>& frame) {
    step();
    const ir::Procedure& callee = *n.callee;
    if (callee.args.size() != n.args.size())
      fail("argument",
           fmt::format("{} takes {} arguments, {} are given", callee.name, callee.args.size(), n.args.size()), s.loc());
    Frame<Domain> inner(state_);
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const ir::Arg& arg = callee.args[i];
      if (arg.type.is_control()) bind_control(inner, arg, evaluate(n.args[i], frame));
      else inner.bind(arg.name, actual(n.args[i], arg, frame, inner));
    }
    const On on(*this, path_id(path_, index_, Turn::in));
    execute(callee, inner);
  }

  // Tensors, elements and scalars are passed by reference, other numbers in a place of their own.
  View<Domain> actual(const Expr& e, const ir::Arg& arg, Frame<Domain>& frame, Frame<Domain>& inner) {
    if (e.as<ir::WindowExpr>()) return window(e, frame);
    if (const ir::Read* n = e.as<ir::Read>()) {
      View<Domain> view = frame.view(n->name);
      if (n->idx.empty()) return view;
      view.offset = static_cast<std::int64_t>(place(n->name, view, n->idx, e.loc(), frame));
      view.shape.clear();
      view.strides.clear();
      return view;
    }
    Tensor<Domain>* t = inner.keep(Tensor<Domain>::dense({}));
    t->data[0] = data(e, arg.type.scalar, frame);
    t->written[0] = 1;
    return View<Domain>{t, arg.type.scalar, 0, {}, {}};
  }

  View<Domain> window(const Expr& e, Frame<Domain>& frame) {
    const ir::WindowExpr* n = e.as<ir::WindowExpr>();
    if (!n) {
      const ir::Read* whole = e.as<ir::Read>();
      if (!whole) bug("a window that is neither a window expression nor a tensor");
      return frame.view(whole->name);
    }
    const View<Domain>& base = frame.view(n->base);
    if (base.shape.size() != n->dims.size())
      fail("shape", fmt::format("window {} names {} dimensions of {}", ir::print(e), n->dims.size(), base.shape.size()),
           e.loc());
    View<Domain> out{base.storage, base.type, base.offset, {}, {}, base.address};
    for (std::size_t d = 0; d < n->dims.size(); ++d) {
      std::int64_t lo = evaluate(n->dims[d].lo, frame);
      std::int64_t hi = n->dims[d].is_point() ? lo + 1 : evaluate(n->dims[d].hi, frame);
      if (lo < 0 || hi < lo || hi > base.shape[d])
        fail("bounds",
             fmt::format("window {} is out of bounds: {}:{} in dimension {} of extent {}", ir::print(e), lo, hi, d,
                         base.shape[d]),
             e.loc(), frame.values());
      out.offset += lo * base.strides[d];
      out.address += lo * base.strides[d] * ir::byte_size(base.type);
      if (n->dims[d].is_point()) continue;
      out.shape.push_back(hi - lo);
      out.strides.push_back(base.strides[d]);
    }
    return out;
  }

  std::size_t place(ir::Sym name, const View<Domain>& view, const std::vector<Expr>& idx, SrcLoc loc,
                    Frame<Domain>& frame) {
    if (idx.size() != view.shape.size())
      fail("shape",
           fmt::format("{} has {} dimensions, {} indices are given", name.text(), view.shape.size(), idx.size()), loc);
    std::int64_t at = view.offset;
    for (std::size_t d = 0; d < idx.size(); ++d) {
      std::int64_t i = evaluate(idx[d], frame);
      if (i < 0 || i >= view.shape[d])
        fail("bounds",
             fmt::format("{} is out of bounds: index {} of dimension {} is {}, the extent is {}", element(name, idx),
                         ir::print(idx[d]), d, i, view.shape[d]),
             loc, frame.values());
      at += i * view.strides[d];
    }
    return static_cast<std::size_t>(at);
  }

  static std::string element(ir::Sym name, const std::vector<Expr>& idx) {
    std::string out = name.text();
    for (std::size_t d = 0; d < idx.size(); ++d) out += (d ? ", " : "[") + ir::print(idx[d]);
    return idx.empty() ? out : out + "]";
  }

  Number load(ir::Sym name, const View<Domain>& view, const std::vector<Expr>& idx, std::size_t at, SrcLoc loc,
              Frame<Domain>& frame) {
    if (policy_ == Uninitialised::error && !view.storage->written[at])
      throw InterpError(*unwritten(name, view, idx, at, loc, frame));
    return view.storage->data[at];
  }

  // The value of e in a place of type `context`, which untyped literals take.
  Number data(const Expr& e, Scalar context, Frame<Domain>& frame) {
    auto own = [&](Scalar type) { return type == Scalar::R ? context : type; };
    auto converted = [&](Number v, Scalar type) {
      if (type == context) return v;
      if (!ir::is_float(context)) ++fuel_.calls;
      return Domain::convert(v, type, context);
    };
    return e.match([&](const ir::IntLit& n) { return Domain::literal(static_cast<double>(n.value), context); },
                   [&](const ir::FloatLit& n) { return converted(Domain::literal(n.value, own(n.type)), own(n.type)); },
                   [&](const ir::Read& n) {
                     const View<Domain>& view = frame.view(n.name);
                     std::size_t at = place(n.name, view, n.idx, e.loc(), frame);
                     return converted(load(n.name, view, n.idx, at, e.loc(), frame), view.type);
                   },
                   [&](const ir::Binary& n) {
                     Scalar type = own(n.type);
                     Number a = data(n.lhs, type, frame), b = data(n.rhs, type, frame);
                     if (n.op == ir::BinOp::div && !ir::is_float(type)) ++fuel_.calls;
                     return converted(Domain::arithmetic(n.op, a, b, type), type);
                   },
                   [&](const ir::Negate& n) {
                     return converted(Domain::negate(data(n.arg, own(n.type), frame), own(n.type)), own(n.type));
                   },
                   [&](const ir::ExternCall& n) {
                     if (const auto to = ir::conversion(e)) return converted(conversion(*to, n, frame), to->to);
                     std::vector<Number> arguments;
                     for (const Expr& a : n.args) arguments.push_back(data(a, own(n.type), frame));
                     ++fuel_.calls;
                     return converted(Domain::call(n.function, arguments, own(n.type)), own(n.type));
                   },
                   [&](const ir::ReadConfig& n) {
                     auto it = state_.data_configs.find(n.config->name + "." + n.field);
                     if (it == state_.data_configs.end())
                       fail("uninitialised", "config " + n.config->name + "." + n.field + " has no value", e.loc());
                     return converted(it->second, n.type);
                   },
                   [&](const auto&) -> Number { bug("no data expression: " + ir::print(e)); });
  }

  // The argument is an operation of its own type.
  Number conversion(const ir::Conversion& to, const ir::ExternCall& n, Frame<Domain>& frame) {
    const Scalar from = n.args.at(0).type();
    const Number v = data(n.args[0], from, frame);
    if (!ir::is_float(to.to)) ++fuel_.calls;
    return to.range == ir::Conversion::Range::fits ? Domain::convert(v, from, to.to)
                                                   : Domain::call(n.function, {v}, to.to);
  }

  Arguments<Domain>& state_;
  Uninitialised policy_;
  Fuel& fuel_;
  Coverage* coverage_;
  PathId path_ = whole_procedure;
  std::size_t index_ = 0;  ///< of the statement that is executed, in its list
  Random leftovers_;       ///< what new buffers hold, where that is arbitrary
};

}  // namespace

template <class Domain>
void run(const ir::Procedure& proc, Arguments<Domain>& state, Uninitialised policy, Fuel* fuel, Coverage* coverage) {
  Fuel unlimited;
  Interpreter<Domain>(state, policy, fuel ? *fuel : unlimited, coverage).run(proc);
}

template void run(const ir::Procedure&, Arguments<Floats>&, Uninitialised, Fuel*, Coverage*);
template void run(const ir::Procedure&, Arguments<Wrapping>&, Uninitialised, Fuel*, Coverage*);
template void run(const ir::Procedure&, Arguments<Integers>&, Uninitialised, Fuel*, Coverage*);
template void run(const ir::Procedure&, Arguments<Field>&, Uninitialised, Fuel*, Coverage*);
template void run(const ir::Procedure&, Arguments<Enclosure<Denormals::kept>>&, Uninitialised, Fuel*, Coverage*);
template void run(const ir::Procedure&, Arguments<Enclosure<Denormals::flushed>>&, Uninitialised, Fuel*, Coverage*);

}  // namespace tessera::interp
