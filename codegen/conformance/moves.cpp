// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/moves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/instruction.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::conformance {
namespace {

enum class Way { fill, read };

const char* word_of(Way way) { return way == Way::fill ? "fill" : "read"; }

std::size_t destination(const ir::Procedure& p) { return ir::written_parameters(p)[0] ? 0 : 1; }

// A type of few bits does not tell the elements of a large register apart, several digits do: one a run.
std::size_t digit_base(const ir::Procedure& p) { return p.args[0].type.scalar == ir::Scalar::bit ? 2 : 8; }

// Each element has one digit of its number, counted from the lowest; 1 to 8 for the digits, or 0 and 1.
State digits(const ir::Procedure& p, std::size_t digit) {
  const std::size_t base = digit_base(p), least = base == 2 ? 0 : 1;
  State out = interp::random_arguments<interp::Floats>(p, interp::ControlValues{}, 2);
  std::size_t next = 0, unit = 1;
  for (std::size_t i = 0; i < digit; ++i) unit *= base;
  for (auto& value : out.values)
    for (double& v : value.tensor.data) v = static_cast<double>(least + next++ / unit % base);
  return out;
}

std::size_t digit_count(const ir::Procedure& p) {
  std::size_t numbers = 0, out = 1;
  for (const auto& value : digits(p, 0).values) numbers += value.tensor.data.size();
  for (std::size_t told_apart = digit_base(p); told_apart < numbers; told_apart *= digit_base(p)) ++out;
  return out;
}

// Of the elements of a register.
std::vector<std::vector<std::int64_t>> all_indices(const std::vector<int>& extents) {
  std::vector<std::vector<std::int64_t>> out{{}};
  for (const int extent : extents) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const std::vector<std::int64_t>& at : out)
      for (int i = 0; i < extent; ++i) {
        longer.push_back(at);
        longer.back().push_back(i);
      }
    out = std::move(longer);
  }
  return out;
}

// A body that only moves numbers does so wherever it finds them.
bool copies_digit(const ir::Procedure& p, const std::vector<int>& extents, std::size_t digit) {
  State state = digits(p, digit);
  const std::size_t to = destination(p);
  interp::run(p, state);
  const auto &a = state.values[to].tensor, &b = state.values[1 - to].tensor;
  for (const std::vector<std::int64_t>& at : all_indices(extents))
    if (a.data.at(static_cast<std::size_t>(a.place(at))) != b.data.at(static_cast<std::size_t>(b.place(at))))
      return false;
  return state.values[1 - to].tensor.data == digits(p, digit).values[1 - to].tensor.data;
}

bool copies_all(const ir::Procedure& p, const std::vector<int>& extents) try {
  for (std::size_t digit = 0; digit < digit_count(p); ++digit)
    if (!copies_digit(p, extents, digit)) return false;
  return true;
} catch (const interp::InterpError&) { return false; }

bool has_shape(const ir::Arg& a, const std::vector<int>& extents) {
  bool out = a.type.shape.size() == extents.size();
  for (std::size_t d = 0; out && d < extents.size(); ++d)
    out = ir::literal(a.type.shape[d]) && *ir::literal(a.type.shape[d]) == extents[d];
  return out;
}

// Why it does not move one register of the memory; "" where it does.
std::string why_no_move(const ir::Procedure& p, const ir::MemoryDecl& memory, Way way) {
  if (p.args.size() != 2 || p.args[0].type.is_control() || p.args[1].type.is_control())
    return "it takes other arguments than a register and a place in memory";
  const std::size_t to = destination(p);
  const ir::Arg &in_register = p.args[way == Way::fill ? to : 1 - to], &other = p.args[way == Way::fill ? 1 - to : to];
  const ir::RegisterType* vector = memory.register_type(in_register.type.scalar);
  if (in_register.mem->name != memory.name || other.mem->is_register() || !vector)
    return fmt::format("it does not {} {}", way == Way::fill ? "load into" : "store from", memory.name);
  if (!has_shape(in_register, vector->shape()) || !has_shape(other, vector->shape()) ||
      in_register.type.scalar != other.type.scalar)
    return fmt::format("it does not move {} numbers of one type, a whole register", vector->elements());
  if (!only_moves(p) || !interp::config_fields(p).empty() || !copies_all(p, vector->shape()))
    return "its body is not dst[i] = src[i] for each lane, and nothing else";
  return "";
}

[[noreturn]] void refuse_move(const ir::NamedInstruction& named, const ir::MemoryDecl& memory, Way way,
                              const std::string& why, const std::string& hint) {
  Diagnostic d;
  d.code = "memory";
  d.message = fmt::format("{} \"{}\" of {}: {}", word_of(way), named.name, memory.name, why);
  d.loc = named.loc;
  d.source_line = named.source_line;
  d.hint = hint;
  throw InputError(std::move(d));
}

ir::ProcRef instruction_named(const std::vector<ir::ProcRef>& instructions, const ir::NamedInstruction& named,
                              const ir::MemoryDecl& memory, Way way) {
  std::vector<std::string> names;
  for (const ir::ProcRef& p : instructions) {
    if (p->name == named.name) return p;
    names.push_back(p->name);
  }
  const std::string near = syntax::nearest(named.name, names);
  refuse_move(named, memory, way, "the library has no such instruction",
              near.empty() ? syntax::known_names(names) : near);
}

void add_moves(const std::vector<ir::ProcRef>& instructions, const ir::MemoryDecl& memory, Way way, Moves& out) {
  for (const ir::NamedInstruction& named : way == Way::fill ? memory.fill : memory.read) {
    const ir::ProcRef p = instruction_named(instructions, named, memory, way);
    if (const std::string why = why_no_move(*p, memory, way); !why.empty())
      refuse_move(named, memory, way, why,
                  way == Way::fill
                      ? "name a load of whole registers, or leave the line out: registers are then filled as bytes"
                      : "name a store of whole registers, or leave the line out: registers are then read as bytes");
    Move& move = out[{memory.name, p->args[0].type.scalar}];
    ir::ProcRef& known = way == Way::fill ? move.fill : move.read;
    if (known && known != p)
      refuse_move(named, memory, way, fmt::format("{} moves {} too", known->name, ir::name(p->args[0].type.scalar)),
                  "leave one of them out");
    known = p;
  }
}

std::string move_call(const ir::Procedure& p, const std::string& one_register, const std::string& numbers) {
  return codegen::fill_template(p, [&](const std::string& name) -> std::optional<std::string> {
    codegen::Placeholder x;
    if (!codegen::parse_placeholder(p, name, x)) return std::nullopt;
    using Part = codegen::Placeholder::Part;
    if (x.part == Part::stride) {  // the numbers are dense
      const std::vector<ir::Expr>& shape = p.args[x.argument].type.shape;
      std::int64_t stride = 1;
      for (std::size_t d = static_cast<std::size_t>(x.dim) + 1; d < shape.size(); ++d) stride *= *ir::literal(shape[d]);
      return std::to_string(stride);
    }
    if (p.args[x.argument].mem->is_register()) return one_register;
    return x.part == Part::data ? fmt::format("({})[0]", numbers) : fmt::format("({})", numbers);
  });
}

}  // namespace

Moves moves_among(const std::vector<ir::ProcRef>& instructions) {
  Moves out;
  std::map<std::string, ir::MemoryRef> memories;
  for (const ir::ProcRef& p : instructions)
    for (const ir::Arg& a : p->args)
      if (!a.type.is_control()) memories.emplace(a.mem->name, a.mem);
  for (const auto& [name, memory] : memories)
    for (const Way way : {Way::fill, Way::read}) add_moves(instructions, *memory, way, out);
  return out;
}

Move move_of(const ir::Arg& a, const Moves& moves) {
  const auto known = moves.find({a.mem->name, a.type.scalar});
  return known == moves.end() ? Move{} : known->second;
}

std::string fill_call(const Move& move, const std::string& one_register, const std::string& numbers) {
  return move_call(*move.fill, one_register, numbers);
}

std::string read_call(const Move& move, const std::string& one_register, const std::string& numbers) {
  return move_call(*move.read, one_register, numbers);
}

}  // namespace tessera::conformance
