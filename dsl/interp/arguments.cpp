// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/enclosure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "dsl/interp/control.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::interp {

template <class Domain> Tensor<Domain> Tensor<Domain>::dense(std::vector<std::int64_t> shape) {
  Tensor t;
  t.strides.resize(shape.size());
  std::int64_t count = 1;
  for (std::size_t d = shape.size(); d-- > 0; count *= shape[d]) t.strides[d] = count;
  t.shape = std::move(shape);
  t.data.resize(static_cast<std::size_t>(count));
  t.written.resize(static_cast<std::size_t>(count), 0);
  return t;
}

template <class Domain> std::int64_t Tensor<Domain>::place(const std::vector<std::int64_t>& index) const {
  std::int64_t at = offset;
  for (std::size_t d = 0; d < index.size(); ++d) at += index[d] * strides[d];
  return at;
}

ControlValues control_values(const ir::Procedure& proc, const std::map<std::string, std::int64_t>& by_name) {
  ControlValues out;
  for (const ir::Arg& arg : proc.args) {
    if (!arg.type.is_control()) continue;
    auto it = by_name.find(arg.name.text());
    if (it == by_name.end()) fail("argument", "no value for argument " + arg.name.text() + " of " + proc.name);
    out[arg.name] = it->second;
  }
  return out;
}

namespace {

constexpr double max_spread = 1 << 26;  // numbers from one end of a window to the other, where its elements are fewer

using Strides = std::map<std::pair<ir::Sym, int>, std::int64_t>;

// The known values before any statement runs.
struct SignatureScope : ControlScope {
  const ControlValues& values;
  const std::map<std::string, std::int64_t>& configs;
  Strides strides;

  SignatureScope(const ControlValues& v, const std::map<std::string, std::int64_t>& c) : values(v), configs(c) {}
  std::int64_t variable(ir::Sym s) const override {
    auto it = values.find(s);
    if (it == values.end()) fail("argument", "no value for argument " + s.text());
    return it->second;
  }
  std::int64_t stride(ir::Sym s, int dim) const override {
    auto it = strides.find({s, dim});
    if (it == strides.end()) fail("argument", "the stride of " + s.text() + " depends on itself");
    return it->second;
  }
  std::int64_t config(const std::string& config, const std::string& field) const override {
    auto it = configs.find(config + "." + field);
    if (it == configs.end()) fail("argument", "no value for config " + config + "." + field);
    return it->second;
  }
};

// stride(A, d) == e or e == stride(A, d), below any `and`.
void collect_strides(const ir::Expr& e, const std::function<void(const ir::StrideOf&, const ir::Expr&)>& found) {
  const ir::Binary* n = e.as<ir::Binary>();
  if (!n) return;
  if (n->op == ir::BinOp::and_) {
    collect_strides(n->lhs, found);
    collect_strides(n->rhs, found);
  }
  if (n->op != ir::BinOp::eq) return;
  if (const ir::StrideOf* s = n->lhs.as<ir::StrideOf>()) return found(*s, n->rhs);
  if (const ir::StrideOf* s = n->rhs.as<ir::StrideOf>()) found(*s, n->lhs);
}

Strides asserted_strides(const ir::Procedure& proc, const SignatureScope& scope) {
  Strides out;
  for (const ir::Expr& e : proc.asserts)
    collect_strides(e, [&](const ir::StrideOf& s, const ir::Expr& value) {
      bool depends = false;
      ir::for_each_expr(value, [&](const ir::Expr& x) { depends = depends || x.as<ir::StrideOf>(); });
      if (!depends) out[{s.tensor, s.dim}] = evaluate(value, scope);
    });
  return out;
}

using KnownStrides = std::vector<std::optional<std::int64_t>>;

// From the innermost dimension of the order outwards, each unknown stride exceeds the extent of everything inside: with
// one spare element per step of the innermost dimension and gaps between rows, or none. Rows of packed elements begin
// at bytes, as many procedures demand. Nothing where a known stride is
// too small, or the window would exceed the limit.
std::optional<std::vector<std::int64_t>> nested_strides(const std::vector<std::size_t>& order,
                                                        const std::vector<std::int64_t>& shape,
                                                        const KnownStrides& known, bool is_dense, bool is_packed) {
  std::vector<std::int64_t> out(shape.size());
  double elements = 1;
  for (const std::int64_t extent : shape) elements *= static_cast<double>(extent);
  const double room = std::max(max_spread, 8 * elements);
  std::int64_t reach = 1;  // of all that lies inside
  for (const std::size_t d : order) {
    const std::int64_t gap = is_dense ? 0 : d == order.front() ? 1 : 3;
    const std::int64_t free = reach + gap;
    out[d] = known[d].value_or(is_packed && d != order.front() ? (free + 3) / 4 * 4 : free);
    if (out[d] < (shape[d] > 1 ? reach : 0)) return std::nullopt;
    if (shape[d] <= 1) continue;
    if (static_cast<double>(shape[d]) * static_cast<double>(out[d]) > room) return std::nullopt;
    reach = shape[d] * out[d];
  }
  return out;
}

// The last dimension is innermost, where the known strides allow it. Else the known ones are nested among themselves,
// if possible, with the unknown ones around.
template <class Domain> Tensor<Domain> window(const ir::Arg& arg, const std::vector<std::int64_t>& shape,
                                              const Strides& strides, bool is_dense) {
  KnownStrides known(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (auto it = strides.find({arg.name, static_cast<int>(d)}); it != strides.end()) known[d] = it->second;
  std::vector<std::size_t> order;
  for (std::size_t d = shape.size(); d-- > 0;) order.push_back(d);
  const bool is_packed = ir::is_packed(arg.type.scalar);
  Tensor<Domain> t;
  t.shape = shape;
  auto found = nested_strides(order, shape, known, is_dense, is_packed);
  if (!found) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return known[a].value_or(INT64_MAX) < known[b].value_or(INT64_MAX);
    });
    found = nested_strides(order, shape, known, is_dense, is_packed);
  }
  if (!found)
    fail("layout",
         fmt::format("no layout of {} that is known here has the strides that are asked for", arg.name.text()),
         arg.loc);
  t.strides = *std::move(found);
  std::int64_t last = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (shape[d] > 1) last += (shape[d] - 1) * t.strides[d];
  t.offset = is_packed ? 2 : 1;  // elements
  t.data.resize(static_cast<std::size_t>(last + 1 + 2 * t.offset));
  t.written.resize(t.data.size(), 0);
  return t;
}

template <class Domain> void fill(Tensor<Domain>& t, ir::Scalar type, Random& source) {
  for (auto& v : t.data) v = Domain::random(source, type);
  t.written.assign(t.data.size(), 1);
}

std::vector<std::int64_t> shape_of(const ir::Arg& arg, const SignatureScope& scope) {
  std::vector<std::int64_t> shape;
  for (const ir::Expr& e : arg.type.shape) {
    shape.push_back(evaluate(e, scope));
    if (shape.back() < 0)
      fail("shape", "extent " + ir::print(e) + " of " + arg.name.text() + " is " + std::to_string(shape.back()),
           arg.loc);
  }
  return shape;
}

// Of the procedure alone.
void collect_configs(const ir::Procedure& proc, std::set<std::string>& seen,
                     std::vector<std::pair<ir::ConfigRef, std::string>>& out) {
  auto add = [&](const ir::ConfigRef& config, const std::string& field) {
    if (seen.insert(config->name + "." + field).second) out.emplace_back(config, field);
  };
  auto add_reads = [&](const ir::Expr& e) {
    if (const ir::ReadConfig* n = e.as<ir::ReadConfig>()) add(n->config, n->field);
  };
  for (const ir::Arg& arg : proc.args)
    for (const ir::Expr& e : arg.type.shape) ir::for_each_expr(e, add_reads);
  for (const ir::Expr& e : proc.asserts) ir::for_each_expr(e, add_reads);
  ir::for_each_expr(proc.body, add_reads);
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const ir::WriteConfig* n = s.as<ir::WriteConfig>()) add(n->config, n->field);
  });
}

}  // namespace

std::vector<std::pair<ir::ConfigRef, std::string>> config_fields(const ir::Procedure& proc) {
  std::set<std::string> seen;
  std::vector<std::pair<ir::ConfigRef, std::string>> out;
  collect_configs(proc, seen, out);
  for (const ir::ProcRef& p : ir::all_called(proc.body)) collect_configs(*p, seen, out);
  return out;
}

namespace {

template <class Domain>
void fill_configs(const ir::Procedure& proc, const Inputs& inputs, Random& source, Arguments<Domain>& out) {
  for (const auto& [config, field] : config_fields(proc)) {
    ir::Scalar type = config->field(field).value_or(ir::Scalar::f32);
    std::string key = config->name + "." + field;
    if (ir::is_data(type)) {
      out.data_configs.try_emplace(key, Domain::random(source, type));
      continue;
    }
    const auto any = static_cast<std::int64_t>(source());
    auto it = inputs.fields.find(key);
    const std::int64_t value = it != inputs.fields.end()   ? it->second
                               : type == ir::Scalar::bool_ ? any & 1
                                                           : 1 + (any & 3);
    out.control_configs.try_emplace(key, type == ir::Scalar::bool_ ? value >= 1 : value);
  }
}

Strides given_strides(const ir::Procedure& proc, const Inputs& inputs) {
  Strides out;
  for (const auto& [place, stride] : inputs.strides) out[{proc.args.at(place.first).name, place.second}] = stride;
  return out;
}

}  // namespace

template <class Domain>
void random_configs(const ir::Procedure& proc, const Inputs& inputs, std::uint64_t seed, Arguments<Domain>& out) {
  Random source(seed);
  fill_configs(proc, inputs, source, out);
}

double elements(const ir::Procedure& proc, const ControlValues& control) {
  double sum = 0;
  for (const ir::Arg& a : proc.args) {
    double product = a.type.is_control() ? 0 : 1;
    try {
      for (const ir::Expr& e : a.type.shape) product *= static_cast<double>(evaluate(e, SizesOnly(control)));
    } catch (const InterpError&) { continue; }
    sum += product;
  }
  return sum;
}

template <class Domain>
Arguments<Domain> random_arguments(const ir::Procedure& proc, const Inputs& inputs, std::uint64_t seed) {
  Random source(seed);
  Arguments<Domain> out;
  fill_configs(proc, inputs, source, out);
  SignatureScope scope(inputs.control, out.control_configs);
  Strides known = given_strides(proc, inputs);
  known.merge(asserted_strides(proc, scope));
  for (const ir::Arg& arg : proc.args) {
    Argument<Domain> value;
    if (arg.type.is_control()) {
      value.control = scope.variable(arg.name);
    } else {
      std::vector<std::int64_t> shape = shape_of(arg, scope);
      value.tensor =
          arg.type.is_window ? window<Domain>(arg, shape, known, seed % 2 == 0) : Tensor<Domain>::dense(shape);
      fill(value.tensor, arg.type.scalar, source);
    }
    out.values.push_back(std::move(value));
  }
  return out;
}

template struct Tensor<Floats>;
template struct Tensor<Wrapping>;
template struct Tensor<Integers>;
template struct Tensor<Field>;
template struct Tensor<Enclosure<Denormals::kept>>;
template struct Tensor<Enclosure<Denormals::flushed>>;
template void random_configs(const ir::Procedure&, const Inputs&, std::uint64_t, Arguments<Floats>&);
template Arguments<Floats> random_arguments(const ir::Procedure&, const Inputs&, std::uint64_t);
template void random_configs(const ir::Procedure&, const Inputs&, std::uint64_t, Arguments<Wrapping>&);
template Arguments<Wrapping> random_arguments(const ir::Procedure&, const Inputs&, std::uint64_t);
template void random_configs(const ir::Procedure&, const Inputs&, std::uint64_t, Arguments<Integers>&);
template Arguments<Integers> random_arguments(const ir::Procedure&, const Inputs&, std::uint64_t);
template void random_configs(const ir::Procedure&, const Inputs&, std::uint64_t, Arguments<Field>&);
template Arguments<Field> random_arguments(const ir::Procedure&, const Inputs&, std::uint64_t);

}  // namespace tessera::interp
