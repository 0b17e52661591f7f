#include "codegen/conformance/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "codegen/instruction.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::conformance {
namespace {

// ---- values of control arguments

constexpr std::int64_t least = -1, most = 17;
constexpr std::size_t most_tried = 20'000;

void add_literals(const ir::Expr& e, std::set<std::int64_t>& out) {
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    constexpr std::int64_t too_many_elements = 4096;
    const std::int64_t* v = ir::literal(x);
    if (v && *v <= too_many_elements) out.insert({*v - 1, *v, *v + 1});
  });
}

std::set<std::int64_t> candidates(const ir::Procedure& p, const ir::Arg& a) {
  if (a.type.scalar == ir::Scalar::bool_) return {0, 1};
  std::set<std::int64_t> out;
  for (std::int64_t v = least; v <= most; ++v) out.insert(v);
  for (const ir::Expr& e : p.asserts) add_literals(e, out);
  if (a.type.scalar == ir::Scalar::size) out.erase(out.begin(), out.lower_bound(1));
  return out;
}

// At most `count` of them, spread evenly, the first and the last among them.
template <class T> std::vector<T> thinned(std::vector<T> all, std::size_t count) {
  if (all.size() <= count) return all;
  std::vector<T> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(all[i * (all.size() - 1) / (count - 1)]);
  return out;
}

std::vector<interp::ControlValues> control_choices(const ir::Procedure& p) {
  std::vector<interp::ControlValues> out{{}};
  for (const ir::Arg& a : p.args) {
    if (!a.type.is_control()) continue;
    std::vector<interp::ControlValues> longer;
    for (const auto& values : out)
      for (std::int64_t v : candidates(p, a)) {
        longer.push_back(values);
        longer.back()[a.name] = v;
      }
    out = thinned(std::move(longer), most_tried);
  }
  return out;
}

// ---- data

enum class Data { random, edges };

// Is every number that is stored one that was read, or a literal?
bool only_moves(const ir::Procedure& p) {
  bool moves = true;
  ir::for_each_stmt(p.body, [&](const ir::Stmt& s) {
    if (s.as<ir::Reduce>() || s.as<ir::Call>()) moves = false;
    if (const auto* n = s.as<ir::Assign>()) moves = moves && (n->rhs.as<ir::Read>() || n->rhs.as<ir::FloatLit>());
  });
  return moves;
}

template <class Int> std::vector<double> ends_of_range() {
  const auto lo = static_cast<double>(std::numeric_limits<Int>::min());
  return {lo, static_cast<double>(std::numeric_limits<Int>::max()), 0, 1, lo + 1};
}

// Half a number more or less shows a conversion to integers; sums and products of a few of these are exact.
std::vector<double> exact_edges() { return {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5}; }

std::vector<double> float_edges(ir::Scalar type, bool moved) {
  std::vector<double> out = exact_edges();
  if (!moved) return out;
  out.insert(out.end(), {INFINITY, -INFINITY});
  const double smallest = type == ir::Scalar::f64    ? std::numeric_limits<double>::denorm_min()
                          : type == ir::Scalar::f16  ? 0x1p-24
                          : type == ir::Scalar::bf16 ? 0x1p-133
                                                     : 0x1p-149;
  const double largest = type == ir::Scalar::f64    ? std::numeric_limits<double>::max()
                         : type == ir::Scalar::f16  ? 65504
                         : type == ir::Scalar::bf16 ? 0x1.FEp127
                                                    : std::numeric_limits<float>::max();
  out.insert(out.end(), {smallest, -smallest, largest, -largest});
  return out;
}

std::vector<double> edges(ir::Scalar type, bool moved) {
  constexpr double exact_in_double = 9007199254740992.0;
  switch (type) {
    case ir::Scalar::i8: return ends_of_range<std::int8_t>();
    case ir::Scalar::ui8: return ends_of_range<std::uint8_t>();
    case ir::Scalar::i16: return ends_of_range<std::int16_t>();
    case ir::Scalar::ui16: return ends_of_range<std::uint16_t>();
    case ir::Scalar::i32: return ends_of_range<std::int32_t>();
    case ir::Scalar::ui32: return ends_of_range<std::uint32_t>();
    case ir::Scalar::i64: return {-exact_in_double, exact_in_double, 0, 1, -1};
    default: return float_edges(type, moved);
  }
}

// The lanes of a register lie side by side, whether that is asserted or not.
void close_gaps(interp::Tensor<interp::Floats>& t) {
  if (t.strides.empty() || t.strides.back() == 1) return;
  auto dense = interp::Tensor<interp::Floats>::dense(t.shape);
  std::copy_n(t.data.begin(), dense.data.size(), dense.data.begin());
  dense.written.assign(dense.data.size(), 1);
  t = std::move(dense);
}

State operands(const ir::Procedure& p, const interp::ControlValues& control, Data data, std::uint64_t seed) {
  State state = interp::random_arguments<interp::Floats>(p, control, seed);
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (!p.args[i].type.is_control() && p.args[i].mem->is_register()) close_gaps(state.values[i].tensor);
  if (data == Data::random) return state;
  interp::Random source(seed);
  const bool moved = only_moves(p);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const std::vector<double> choice = edges(p.args[i].type.scalar, moved);
    for (double& v : state.values[i].tensor.data) v = choice[source() % choice.size()];
  }
  return state;
}

// What the specification leaves; nothing when the operands are not for it: the asserts exclude some, and on edges it
// may overflow, which has no meaning.
std::optional<State> specified(const ir::Procedure& p, State state, Data data) try {
  interp::run(p, state);
  return state;
} catch (const interp::InterpError& e) {
  const std::string& code = e.diagnostic().code;
  const bool has_no_meaning = data == Data::edges && (code == "interp.overflow" || code == "interp.domain");
  if (code != "interp.assert" && !has_no_meaning) throw;
  return std::nullopt;
}

std::vector<interp::ControlValues> allowed_choices(const ir::Procedure& p) {
  std::vector<interp::ControlValues> out;
  for (const auto& control : control_choices(p))
    if (specified(p, operands(p, control, Data::random, 1), Data::random)) out.push_back(control);
  return thinned(std::move(out), most_choices);
}

// ---- the call

// An argument may show the first lanes of a register only.
std::int64_t lanes_shown(const ir::Holding& holding, const interp::Tensor<interp::Floats>& t) {
  return t.shape.empty() ? 1 : std::min<std::int64_t>(holding.lanes, t.shape.back());
}

std::string includes(const std::vector<ir::ProcRef>& instructions) {
  std::set<std::string> headers;
  for (const ir::ProcRef& p : instructions) {
    headers.insert(p->instr->headers.begin(), p->instr->headers.end());
    for (const ir::Arg& a : p->args)
      if (a.mem) headers.insert(a.mem->headers.begin(), a.mem->headers.end());
  }
  std::string out;
  for (const std::string& h : headers) out += "#include <" + h + ">\n";
  return out;
}

std::vector<std::string> flags(const std::vector<ir::ProcRef>& instructions, const std::string& header_folder) {
  std::set<std::string> flags;
  for (const ir::ProcRef& p : instructions) {
    flags.insert(p->instr->flags.begin(), p->instr->flags.end());
    for (const ir::Arg& a : p->args)
      if (a.mem) flags.insert(a.mem->flags.begin(), a.mem->flags.end());
  }
  if (!header_folder.empty()) flags.insert("-I" + header_folder);
  return {flags.begin(), flags.end()};
}

}  // namespace

std::vector<SpecifiedCase> specified_cases(const ir::Procedure& p) {
  std::vector<SpecifiedCase> out;
  for (const auto& control : allowed_choices(p))
    for (const auto& [data, seed] :
         {std::pair{Data::random, 1}, {Data::random, 2}, {Data::edges, 3}, {Data::edges, 4}}) {
      State state = operands(p, control, data, static_cast<std::uint64_t>(seed));
      if (std::optional<State> result = specified(p, state, data))
        out.push_back({call_of_instruction(p, std::move(state)), std::move(*result)});
    }
  return out;
}

std::string not_callable(const ir::Procedure& p) {
  if (!interp::config_fields(p).empty()) return "it uses a configuration, which is the machine's own";
  for (const ir::Arg& a : p.args) {
    if (a.type.is_control() || !a.mem->is_register()) continue;
    if (!a.mem->holding(a.type.scalar))
      return fmt::format("{} holds no {}, the type of {}", a.mem->name, ir::name(a.type.scalar), a.name.text());
    if (a.type.shape.size() > 1) return fmt::format("{} is more than one register", a.name.text());
  }
  return "";
}

Case call_of_instruction(const ir::Procedure& p, State state) {
  std::string before, after;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    if (a.type.is_control()) {
      before +=
          fmt::format("volatile int64_t v{0} = {1}; int64_t c{0} = v{0}; (void)c{0}; ", i, state.values[i].control);
    } else if (a.mem->is_register()) {
      const ir::Holding& holding = *a.mem->holding(a.type.scalar);
      const std::int64_t lanes = lanes_shown(holding, state.values[i].tensor);
      before += fmt::format("{0} r{1}; memset(&r{1}, 0, sizeof r{1}); memcpy(&r{1}, t{1}, {2} * sizeof *t{1}); ",
                            holding.c_type, i, lanes);
      after += fmt::format(" memcpy(t{0}, &r{0}, {1} * sizeof *t{0});", i, lanes);
    }
  }
  std::string text = codegen::fill_template(p, [&](const std::string& name, std::string& out) {
    codegen::Placeholder x;
    if (!codegen::parse_placeholder(p, name, x)) return false;
    using Part = codegen::Placeholder::Part;
    const ir::Arg& a = p.args[x.argument];
    if (x.part == Part::literal) out = std::to_string(state.values[x.argument].control);
    else if (a.type.is_control()) out = fmt::format("c{}", x.argument);
    else if (x.part == Part::stride)
      out = std::to_string(state.values[x.argument].tensor.strides.at(static_cast<std::size_t>(x.dim)));
    else if (a.mem->is_register()) out = fmt::format("r{}", x.argument);
    else out = fmt::format("t{}{}", x.argument, x.part == Part::data || !a.type.is_tensor() ? "[0]" : "");
    return true;
  });
  return {&p, std::move(state), before + text + after};
}

std::vector<State> run_instructions(const std::vector<ir::ProcRef>& instructions, const Machine& machine,
                                    const std::vector<SpecifiedCase>& cases, const std::string& header_folder) {
  codegen::Emitted flags_only;
  flags_only.flags = flags(instructions, header_folder);
  std::vector<Case> calls;
  for (const SpecifiedCase& c : cases) calls.push_back(c.call);
  return run_on(machine, flags_only, includes(instructions), calls);
}

}  // namespace tessera::conformance
