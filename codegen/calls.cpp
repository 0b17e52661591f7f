// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/function_writer.hpp"
#include "codegen/usage.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::codegen {

using ir::Expr;
using ir::Stmt;

namespace {

// Can the expression be written to?
bool is_place(const Expr& e) { return e.as<ir::WindowExpr>() || e.as<ir::Read>(); }

}  // namespace

void FunctionWriter::call(const Stmt& s, const ir::Call& n) {
  if (n.callee->instr) return call_instruction(s, n);
  std::vector<bool> written = ir::written_parameters(*n.callee);
  std::string arguments = takes_context(*n.callee) ? "ctxt" : "";
  for (std::size_t i = 0; i < n.args.size(); ++i)
    arguments += (arguments.empty() ? "" : ", ") + actual(s, n.callee->args.at(i), written[i], n.args[i]);
  line(fmt::format("{}({});", unit_.functions.at(n.callee.get()), arguments));
}

std::string FunctionWriter::actual(const Stmt& s, const ir::Arg& formal, bool written, const Expr& e) {
  if (formal.type.is_control()) return control(e).text;
  if (!formal.type.is_tensor()) return actual_scalar(s, formal, written, e);
  Place place = place_of(e);
  if (is_register(place.base)) return actual_register(s, formal, place);
  if (formal.type.is_window) return window_struct(formal, written, place);
  if (!is_contiguous(place))
    refuse("window",
           fmt::format("argument {} must be dense, but this part of {} has gaps", formal.name.text(),
                       names_.of(place.base)),
           s, "set_window on the callee's argument, or stage the part");
  return address(place).text;
}

std::string FunctionWriter::actual_scalar(const Stmt& s, const ir::Arg& formal, bool written, const Expr& e) {
  if (!ir::same_kind(e.type(), formal.type.scalar))
    refuse("precision",
           fmt::format("argument {} is {}, another kind of number than {}", formal.name.text(),
                       ir::name(formal.type.scalar), ir::name(e.type())),
           s);
  if (!written) return stored(e, formal.type.scalar).text;
  if (!is_place(e))
    refuse("type", fmt::format("argument {} is written, so it must be a variable", formal.name.text()), s);
  Place place = place_of(e);
  ir::Scalar type = scope_.at(place.base).type.scalar;
  if (chosen(type) != chosen(formal.type.scalar))
    refuse("precision",
           fmt::format("argument {} is {} and written, but {} is {}", formal.name.text(), ir::name(formal.type.scalar),
                       names_.of(place.base), ir::name(type)),
           s);
  refuse_packed_element(s, formal, place);
  return address(place).text;
}

// Half a byte has no address.
void FunctionWriter::refuse_packed_element(const Stmt& s, const ir::Arg& formal, const Place& place) const {
  if (!is_packed(place.base)) return;
  refuse("packed",
         fmt::format("argument {} is one element of {}, and two {} share a byte: it has no address of its own",
                     formal.name.text(), names_.of(place.base), ir::name(scope_.at(place.base).type.scalar)),
         s, "pass a variable, and assign the element before or after the call");
}

// An array of vectors decays to a pointer; one vector is passed by address.
std::string FunctionWriter::actual_register(const Stmt& s, const ir::Arg& formal, const Place& place) {
  std::vector<std::size_t> open = open_dims(place);
  std::size_t first = open.front();
  bool trailing = open.size() == place.dims.size() - first;
  for (std::size_t d = first + 1; trailing && d < place.dims.size(); ++d)
    trailing = ir::equal(fold_literals(place.dims[d].hi), fold_literals(scope_.at(place.base).type.shape[d]));
  if (!trailing || open.size() != formal.type.shape.size())
    refuse("window", fmt::format("argument {} takes whole vectors one after the other", formal.name.text()), s);
  if (open.size() == register_rank(place.base)) return "&" + element(place).text;
  CText start = vector_of(place, first);
  bool from_zero =
      ir::literal(fold_literals(place.dims[first].lo)) && *ir::literal(fold_literals(place.dims[first].lo)) == 0;
  return from_zero ? start.text
                   : fmt::format("{} + {}", start.text, control(place.dims[first].lo).in(Binding::product));
}

std::string FunctionWriter::window_struct(const ir::Arg& formal, bool written, const Place& place) {
  WindowStruct type{static_cast<int>(formal.type.shape.size()), chosen(formal.type.scalar), !written};
  unit_.windows.insert(type);
  std::string strides;
  for (std::size_t d : open_dims(place)) {
    Expr e = fold_literals(stride(place.base, d));
    const ir::StrideOf* own = e.as<ir::StrideOf>();
    std::string text = own ? fmt::format("{}.strides[{}]", names_.of(own->tensor), own->dim) : control(e).text;
    strides += (strides.empty() ? "" : ", ") + text;
  }
  return fmt::format("({}){{ {}, {{ {} }} }}", type.name(), address(place).text, strides);
}

// Machines with numbers in the code of an instruction may not take one twice (AMX's products are undefined then), and
// no body can say so: none is taken twice.
void FunctionWriter::check_numbers_differ(const Stmt& s, const ir::Call& n) const {
  std::map<std::pair<std::string, std::int64_t>, std::string> seen;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    const ir::Arg& formal = n.callee->args[i];
    if (formal.type.is_control() || !formal.mem->is_numbered) continue;
    const std::int64_t number = number_of(place_of(n.args[i]));
    const auto [other, is_new] = seen.emplace(std::pair(formal.mem->name, number), formal.name.text());
    if (!is_new)
      refuse("registers",
             fmt::format("{} is given register {} of {} twice, for {} and for {}", n.callee->name, number,
                         formal.mem->name, other->second, formal.name.text()),
             s, "load the operand into a second register: instructions with numbered registers take different ones");
  }
}

void FunctionWriter::call_instruction(const Stmt& s, const ir::Call& n) {
  check_numbers_differ(s, n);
  unit_.need(*n.callee->instr);
  for (const ir::Arg& a : n.callee->args)
    if (!a.type.is_control()) unit_.need(*a.mem);
  std::string text = fill_template(*n.callee, [&](const std::string& name) -> std::optional<std::string> {
    Placeholder placeholder;
    if (!parse_placeholder(*n.callee, name, placeholder)) return std::nullopt;
    return fill(s, n, placeholder);
  });
  line(text);
}

std::string FunctionWriter::fill(const Stmt& s, const ir::Call& n, const Placeholder& p) {
  using Part = Placeholder::Part;
  const ir::Arg& formal = n.callee->args[p.argument];
  const Expr& e = n.args.at(p.argument);
  if (p.part == Part::literal) return literal_argument(s, formal, e);
  if (formal.type.is_control()) return control(e).in(Binding::primary);
  if (p.part == Part::value && !formal.type.is_tensor()) return data(e, formal.type.scalar).in(Binding::primary);
  if (!is_place(e)) refuse("instruction", fmt::format("argument {} must be a place in memory", formal.name.text()), s);
  Place place = place_of(e);
  if (!formal.type.is_tensor()) refuse_packed_element(s, formal, place);
  if (p.part == Part::stride) {
    Expr step = fold_literals(stride(place.base, open_dims(place).at(static_cast<std::size_t>(p.dim))));
    const ir::StrideOf* own = step.as<ir::StrideOf>();
    return own ? fmt::format("{}.strides[{}]", names_.of(own->tensor), own->dim) : control(step).in(Binding::primary);
  }
  if (p.part == Part::data || is_register(place.base)) return element(place).in(Binding::primary);
  return address(place).in(Binding::primary);
}

std::string FunctionWriter::literal_argument(const Stmt& s, const ir::Arg& formal, const Expr& e) {
  Expr value = fold_literals(e);
  if (const std::int64_t* v = ir::literal(value)) return std::to_string(*v);
  std::string hint = "partial_eval or specialize until it is one";
  for (const ir::For* loop : loops_)
    if (ir::mentions(value, loop->iter)) hint = "unroll_loop " + names_.of(loop->iter);
  refuse("instruction",
         fmt::format("argument {} must be an integer literal, it is {}", formal.name.text(), control(value).text), s,
         hint);
}

}  // namespace tessera::codegen
