// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "codegen/errors.hpp"
#include "codegen/function_writer.hpp"
#include "codegen/numbered_registers.hpp"
#include "codegen/packed.hpp"
#include "codegen/register_variables.hpp"
#include "dsl/ir/equal.hpp"

namespace tessera::codegen {

using ir::Expr;

bool FunctionWriter::is_register(ir::Sym base) const {
  const ir::MemoryRef& mem = scope_.at(base).mem;
  return mem && mem->is_register();
}

// Elements between neighbours: a product of extents, a literal that an assert promises, or the window's own stride.
Expr FunctionWriter::stride(ir::Sym base, std::size_t dim) const {
  const ir::Type& type = scope_.at(base).type;
  if (type.is_window) {
    auto it = asserted_strides_.find({base, static_cast<int>(dim)});
    return it == asserted_strides_.end() ? Expr(ir::StrideOf{base, static_cast<int>(dim)}) : ir::int_lit(it->second);
  }
  Expr product = ir::int_lit(1);
  for (std::size_t d = dim + 1; d < type.shape.size(); ++d) product = ir::mul(product, type.shape[d]);
  return product;
}

// Row-major data by Horner's rule, windows by their strides.
Expr FunctionWriter::offset(const Place& place) const {
  const ir::Type& type = scope_.at(place.base).type;
  Expr sum = ir::int_lit(0);
  for (std::size_t d = 0; d < place.dims.size(); ++d) {
    const Expr& lo = place.window ? place.in_window[d] : place.dims[d].lo;
    sum = type.is_window ? ir::add(sum, ir::mul(lo, stride(place.base, d)))
                         : ir::add(d == 0 ? sum : ir::mul(sum, type.shape[d]), lo);
    sum = fold_literals(sum);
  }
  return sum;
}

// The origin of an offset.
std::string FunctionWriter::pointer(const Place& place) const {
  if (place.window) return names_.of(place.window);
  return names_.of(place.base) + (scope_.at(place.base).type.is_window ? ".data" : "");
}

std::vector<std::size_t> FunctionWriter::open_dims(const Place& place) const {
  std::vector<std::size_t> out;
  for (std::size_t d = 0; d < place.dims.size(); ++d)
    if (!place.dims[d].is_point()) out.push_back(d);
  return out;
}

CText FunctionWriter::stride_text(ir::Sym name, std::size_t dim) {
  auto it = scope_.find(name);
  Place place = windows_.whole(name, it->second.type.shape);
  std::size_t base_dim = open_dims(place).at(dim);
  Expr e = fold_literals(stride(place.base, base_dim));
  if (const ir::StrideOf* s = e.as<ir::StrideOf>())
    return {fmt::format("{}.strides[{}]", names_.of(s->tensor), s->dim)};
  return control(e);
}

// Dimensions of one register.
std::size_t FunctionWriter::register_rank(ir::Sym base) const {
  const ir::Declaration& d = scope_.at(base);
  return d.mem->register_type(d.type.scalar)->rank();
}

// As check_memories demands.
RegisterNumber FunctionWriter::literal_indices(const Place& place, std::size_t indices) const {
  RegisterNumber out;
  for (std::size_t d = 0; d < indices; ++d) out.push_back(*ir::literal(fold_literals(place.dims[d].lo)));
  return out;
}

// Of one register.
std::int64_t FunctionWriter::number_of(const Place& place) const {
  const std::size_t around = place.dims.size() - register_rank(place.base);
  std::vector<std::int64_t> extents;
  for (std::size_t d = 0; d < around; ++d)
    extents.push_back(*ir::literal(fold_literals(scope_.at(place.base).type.shape[d])));
  return numbers_.at(place.base) + place_in_buffer(extents, literal_indices(place, around));
}

// A register place: the array of registers, as far as `indices` dimensions go.
CText FunctionWriter::vector_of(const Place& place, std::size_t indices) {
  const bool is_argument = arg_index_.count(place.base) > 0, is_one = place.dims.size() == register_rank(place.base);
  const ir::MemoryDecl& memory = *scope_.at(place.base).mem;
  if (memory.is_numbered) return {std::to_string(number_of(place))};
  if (memory.has_variables && !is_argument)
    return {register_variable(names_.of(place.base), literal_indices(place, indices))};
  std::string text = names_.of(place.base);
  for (std::size_t d = 0; d < indices; ++d) text += "[" + control(place.dims[d].lo).text + "]";
  return {is_argument && is_one ? text + "[0]" : text};  // one register is passed by address
}

CText FunctionWriter::element(const Place& place) {
  const ir::Type& type = scope_.at(place.base).type;
  if (is_register(place.base)) return vector_of(place, place.dims.size() - register_rank(place.base));
  if (!type.is_tensor()) {
    const std::string& name = names_.of(place.base);
    auto it = arg_index_.find(place.base);
    bool by_pointer = it != arg_index_.end() && written_[it->second];
    return by_pointer ? CText{"*" + name, Binding::unary} : CText{name};
  }
  if (is_packed(place.base)) return packed_element(place);
  return {fmt::format("{}[{}]", pointer(place), control(offset(place)).text)};
}

bool FunctionWriter::is_packed(ir::Sym name) const {
  const ir::Type& type = scope_.at(windows_.alias_root(name)).type;
  return type.is_tensor() && ir::is_packed(type.scalar);
}

// The byte that begins with the element.
CText FunctionWriter::packed_element(const Place& place) {
  const Expr at = offset(place);
  if (!parity_.is_even(at)) {
    const std::string name = names_.of(place.base), type(ir::name(scope_.at(place.base).type.scalar));
    refuse("packed",
           fmt::format("this part of {} begins at its element {}, which is not known to be even: two {} share a byte",
                       name, control(at).text, type),
           current_,
           fmt::format("begin at an even index, or copy the part; an assert such as `n % 2 == 0` says that "
                       "a size is even, and `stride({}, 0) % 2 == 0` that rows of a window are",
                       name));
  }
  if (const std::int64_t* known = ir::literal(at)) return {fmt::format("{}[{}]", pointer(place), *known / 2)};
  return {fmt::format("{}[{} / 2]", pointer(place), control(at).in(Binding::product))};
}

CText FunctionWriter::value_at(const Place& place) {
  const ir::Scalar type = scope_.at(place.base).type.scalar;
  if (!is_packed(place.base)) return loaded(element(place), type);
  StorageFunction f = packed_load(type);
  return helper({std::move(f.name), std::move(f.definition)},
                fmt::format("{}, {}", pointer(place), control(offset(place)).text));
}

std::string FunctionWriter::packed_store_to(const Place& place, const CText& value) {
  StorageFunction f = packed_store(scope_.at(place.base).type.scalar);
  return helper({std::move(f.name), std::move(f.definition)},
                fmt::format("{}, {}, {}", pointer(place), control(offset(place)).text, value.text))
             .text +
         ";";
}

CText FunctionWriter::address(const Place& place) {
  CText first = element(place);
  if (first.text.front() == '*') return {first.text.substr(1)};
  const ir::Type& type = scope_.at(place.base).type;
  if (type.is_tensor() && !is_register(place.base)) {
    Expr at = fold_literals(offset(place));
    if (const std::int64_t* zero = ir::literal(at); zero && *zero == 0) return {pointer(place)};
  }
  return {"&" + first.text, Binding::unary};
}

// Points, then at most one interval, then whole dimensions: its elements are contiguous.
bool FunctionWriter::is_contiguous(const Place& place) const {
  const ir::Type& type = scope_.at(place.base).type;
  if (type.is_window) {
    Expr inner = stride(place.base, place.dims.size() - 1);
    return place.dims.size() == 1 && ir::literal(inner) && *ir::literal(inner) == 1;
  }
  bool seen = false;
  for (std::size_t d = 0; d < place.dims.size(); ++d) {
    const ir::WindowDim& dim = place.dims[d];
    if (seen) {
      bool whole = !dim.is_point() && ir::literal(fold_literals(dim.lo)) && *ir::literal(fold_literals(dim.lo)) == 0 &&
                   ir::equal(fold_literals(dim.hi), fold_literals(type.shape[d]));
      if (!whole) return false;
    }
    seen = seen || !dim.is_point();
  }
  return true;
}

Place FunctionWriter::place_of(const Expr& e) const {
  if (const ir::WindowExpr* w = e.as<ir::WindowExpr>()) return windows_.of(*w);
  const ir::Read* r = e.as<ir::Read>();
  if (!r) bug("an argument that is not a place in memory");
  return r->idx.empty() ? windows_.whole(r->name, scope_.at(r->name).type.shape) : windows_.element(r->name, r->idx);
}

}  // namespace tessera::codegen
