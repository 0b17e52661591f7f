// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "codegen/conformance/call.hpp"
#include "codegen/conformance/control_choices.hpp"
#include "codegen/conformance/registers.hpp"
#include "codegen/conformance/wide_data.hpp"
#include "codegen/usage.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::conformance {
namespace {

// ---- data

enum class Data { random, edges };

template <class Int> std::vector<double> ends_of_range() {
  const auto lo = static_cast<double>(std::numeric_limits<Int>::min());
  return {lo, static_cast<double>(std::numeric_limits<Int>::max()), 0, 1, lo + 1};
}

// Half a number more or less shows a conversion to integers; sums and products of a few of these are exact.
std::vector<double> exact_edges() { return {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5}; }

std::vector<double> float_edges(ir::Scalar type, bool moved) {
  std::vector<double> out = exact_edges();
  if (!moved) return out;
  if (ir::float_format(type).has_infinity) out.insert(out.end(), {INFINITY, -INFINITY});
  const double smallest = ir::spacing(0, type), largest = ir::largest(type);
  out.insert(out.end(), {smallest, -smallest, largest, -largest, NAN});
  return out;
}

std::vector<double> edges(ir::Scalar type, bool moved) {
  constexpr double exact_in_double = 9007199254740992.0;
  switch (type) {
    case ir::Scalar::bit: return {0, 1};
    case ir::Scalar::i4: return {-8, 7, 0, 1, -1};
    case ir::Scalar::ui4: return {15, 0, 1};
    case ir::Scalar::i8: return ends_of_range<std::int8_t>();
    case ir::Scalar::ui8: return ends_of_range<std::uint8_t>();
    case ir::Scalar::i16: return ends_of_range<std::int16_t>();
    case ir::Scalar::ui16: return ends_of_range<std::uint16_t>();
    case ir::Scalar::i32: return ends_of_range<std::int32_t>();
    case ir::Scalar::ui32: return ends_of_range<std::uint32_t>();
    case ir::Scalar::i64: return {-exact_in_double, exact_in_double, 0, 1, -1};
    case ir::Scalar::ui64: return {exact_in_double, 0, 1};
    default: return float_edges(type, moved);
  }
}

// Numbers that fill an unsigned type's highest bit, which small ones leave clear.
std::vector<double> upper_half(ir::Scalar type) {
  if (!ir::is_unsigned(type) || type == ir::Scalar::bit) return {};
  const double half = std::exp2(ir::bit_size(type) - 1);
  return {half, half + 1, half + 2, half + 3, half + 5, half + 7};
}

// ---- layouts

// Memory operands end at an unmapped page; or begin after one; or begin one number after one, off any alignment.
constexpr std::size_t placements = 3;

void set_numbers_before(interp::Tensor<interp::Floats>& t, std::int64_t count) {
  if (t.offset > count) {
    t.data.erase(t.data.begin(), t.data.begin() + (t.offset - count));
    t.written.erase(t.written.begin(), t.written.begin() + (t.offset - count));
  } else {
    t.data.insert(t.data.begin(), static_cast<std::size_t>(count - t.offset), 1);
    t.written.insert(t.written.begin(), static_cast<std::size_t>(count - t.offset), 1);
  }
  t.offset = count;
}

// Where the address is asserted the program places the first element itself.
bool is_placed_by_bytes(const ir::Procedure& p, std::size_t arg) {
  return ir::asserted_alignment(p, p.args[arg].name) > 1;
}

Guard place(const ir::Procedure& p, std::size_t placement, State& state) {
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (is_placed_by_bytes(p, i)) set_numbers_before(state.values[i].tensor, 0);
  if (placement % placements == 0) return Guard::after;
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (!p.args[i].type.is_control() && !p.args[i].mem->is_register() && !is_placed_by_bytes(p, i)) {
      const std::int64_t of_byte = p.args[i].type.is_tensor() && ir::is_packed(p.args[i].type.scalar) ? 2 : 1;
      set_numbers_before(state.values[i].tensor, of_byte * (static_cast<std::int64_t>(placement % placements) - 1));
    }
  return Guard::before;
}

// ---- drawing

// The contents of operands: small random numbers, and among them, one in so many, special ones.
struct Draw {
  Data data;
  std::vector<bool> specially;  ///< which operands hold special numbers: edges, or those of the upper half
  std::size_t one_in;
  std::uint64_t seed;
};

void mix_in_special(const ir::Procedure& p, const Draw& draw, State& state) {
  interp::Random source(draw.seed);
  const bool moved = only_moves(p);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control() || !draw.specially[i]) continue;
    const ir::Scalar type = p.args[i].type.scalar;
    const std::vector<double> choice = draw.data == Data::edges ? edges(type, moved) : upper_half(type);
    if (choice.empty()) continue;
    for (double& v : state.values[i].tensor.data)
      if (source() % draw.one_in == 0) v = choice[source() % choice.size()];
  }
}

State operands(const ir::Procedure& p, const Settings& settings, const interp::Inputs& inputs, std::uint64_t seed) {
  State state = interp::random_arguments<interp::Floats>(p, inputs, seed);
  for (const Setter& s : settings.setters) interp::random_configs(*s.instruction, inputs, seed, state);
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (!p.args[i].type.is_control() && p.args[i].mem->is_register())
      state.values[i].tensor =
          in_registers(state.values[i].tensor, *p.args[i].mem->register_type(p.args[i].type.scalar));
  return state;
}

// The operands with edge data: all; the read-only ones, so that sums stay small; each alone.
std::vector<std::vector<bool>> choices_of_operands(const ir::Procedure& p) {
  const std::vector<bool> written = ir::written_parameters(p);
  std::vector<std::vector<bool>> out(2, std::vector<bool>(p.args.size(), true));
  for (std::size_t i = 0; i < p.args.size(); ++i) out[1][i] = !written[i];
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    out.emplace_back(p.args.size(), false);
    out.back()[i] = true;
  }
  return out;
}

// The attempts for one case until the specification is defined: ever fewer special numbers. The number of the case
// decides the order of the operands.
std::vector<Draw> draws(const ir::Procedure& p, Data data, std::size_t number, std::uint64_t seed) {
  constexpr std::size_t tries = 4, never = SIZE_MAX;
  std::vector<std::vector<bool>> who{std::vector<bool>(p.args.size(), true)};
  if (data == Data::edges) who = choices_of_operands(p);
  std::vector<Draw> out;
  auto add = [&](std::size_t one_in) {
    for (std::size_t k = 0; k < who.size(); ++k)
      for (std::size_t t = 0; t < tries; ++t)
        out.push_back({data, who[(number + k) % who.size()], one_in, tries * number + t + seed});
  };
  if (data == Data::edges)
    for (std::size_t one_in : {1, 4, 16}) add(one_in);
  else
    for (std::size_t one_in : {std::size_t{2}, std::size_t{8}, std::size_t{32}, never}) add(one_in);
  return out;
}

// ---- cases

// The final state of the specification; nothing where it overflows, which is undefined.
std::optional<State> specified(const ir::Procedure& p, State state) try {
  interp::run(p, state);
  return state;
} catch (const interp::InterpError& e) {
  const std::string& code = e.diagnostic().code;
  if (code != "interp.overflow" && code != "interp.domain") throw;
  return std::nullopt;
}

// What it may leave; nothing where some rounding of it overflows.
std::optional<AllowedNumbers> meant(const ir::Procedure& p, const State& state) try {
  return allowed_numbers(p, state);
} catch (const interp::InterpError& e) {
  const std::string& code = e.diagnostic().code;
  if (code != "interp.overflow" && code != "interp.domain") throw;
  return std::nullopt;
}

bool is_allowed(const ir::Procedure& p, const Settings& settings, const interp::Inputs& inputs) try {
  const State state = operands(p, settings, inputs, 1);
  specified(p, state);
  return can_set(settings, state);
} catch (const interp::InterpError& e) {
  const std::string& code = e.diagnostic().code;  // a field may be a stride that no layout has
  if (code != "interp.assert" && (settings.setters.empty() || code != "interp.layout")) throw;
  return false;
}

std::vector<interp::Inputs> allowed_choices(const ir::Procedure& p, const Settings& settings) {
  std::vector<interp::Inputs> out;
  for (const interp::Inputs& inputs : control_choices(p, settings))
    if (is_allowed(p, settings, inputs)) out.push_back(inputs);
  return thinned(std::move(out), max_choices);
}

// The indices of the argument's elements, without gaps.
std::vector<std::size_t> elements(const interp::Tensor<interp::Floats>& t) {
  std::vector<std::size_t> out{static_cast<std::size_t>(t.offset)};
  for (std::size_t d = 0; d < t.shape.size(); ++d) {
    std::vector<std::size_t> longer;
    for (std::size_t at : out)
      for (std::int64_t i = 0; i < t.shape[d]; ++i) longer.push_back(at + static_cast<std::size_t>(i * t.strides[d]));
    out = std::move(longer);
  }
  return out;
}

// Does the body read one of these numbers? Without a value there it cannot compute, or hands that on.
bool is_read(const ir::Procedure& p, State state, std::size_t operand, const std::vector<std::size_t>& places) try {
  for (std::size_t at : places) state.values[operand].tensor.written[at] = 0;
  interp::run(p, state);
  state.values[operand].tensor.written.clear();
  return std::any_of(state.values.begin(), state.values.end(), [](const auto& value) {
    const auto& written = value.tensor.written;
    return std::find(written.begin(), written.end(), 0) != written.end();
  });
} catch (const interp::InterpError& e) { return e.diagnostic().code == "interp.uninitialised"; }

void set_to_zero(State& state, double zero = 0) {
  for (auto& value : state.values) std::fill(value.tensor.data.begin(), value.tensor.data.end(), zero);
}

class Cases {
 public:
  Cases(const ir::Procedure& p, const Companions& companions, std::uint64_t seed)
      : p_(p), companions_(companions), seed_(seed), choices_(allowed_choices(p, settings_)) {}

  SpecifiedCases made() {
    for (const auto& control : choices_) add_sets(control);
    if (only_converts_floats(p_)) add_negative_zeros();
    if (!choices_.empty()) add_ends();
    return std::move(out_);
  }

 private:
  // Each kind of data in each placement, three times over where there are few choices.
  void add_sets(const interp::Inputs& control) {
    constexpr std::size_t few = 32, enough = 3;
    const std::size_t sets = placements * (choices_.size() <= few ? enough : 1);
    for (std::size_t i = 0; i < sets; ++i, ++number_)
      for (Data data : {Data::random, Data::edges}) add_set(control, data, i);
    add_wide_sets(control);
  }

  // The kinds in turn, over all choices of control arguments; each several times where there are few choices.
  void add_wide_sets(const interp::Inputs& control) {
    const std::size_t together = approximates_ ? 192 : 8 * wide_kinds, least_sets = approximates_ ? 4 : 2;
    const std::size_t sets = std::max(least_sets, together / choices_.size());
    std::size_t added = 0;
    for (std::size_t i = 0; i < sets; ++i) added += add_wide_set(control, i);
    if (added == 0) out_.left_out.insert("numbers of all digits");
  }

  // Of the next kind for which the body has a meaning: a conversion to integers has none of large numbers.
  bool add_wide_set(const interp::Inputs& control, std::size_t set) {
    for (std::size_t tried = 0; tried < wide_kinds; ++tried) {
      State state = operands(p_, settings_, control, seed_ + set);
      if (approximates_) draw_widely(p_, seed_ + set - 1, state);
      else draw_wide(p_, wide_number_++, seed_, state);
      const bool are_same = same_ && set % 4 == 3;
      if (are_same) state.values[same_->second].tensor = state.values[same_->first].tensor;
      if (add(std::move(state), set, are_same ? same_ : std::nullopt)) return true;
      if (approximates_) return false;
    }
    return false;
  }

  void add_set(const interp::Inputs& control, Data data, std::size_t placement) {
    const std::vector<Draw> tried = draws(p_, data, number_, seed_);
    for (const Draw& draw : tried)
      if (add(drawn(control, draw), placement)) return;
    if (data == Data::edges) {
      out_.left_out.insert("some edge data");
      return;
    }
    State state = drawn(control, tried.back());
    interp::run(p_, state);  // throws: not even small numbers have a meaning
  }

  State drawn(const interp::Inputs& control, const Draw& draw) {
    State state = operands(p_, settings_, control, draw.seed);
    mix_in_special(p_, draw, state);
    return state;
  }

  bool add(State state, std::size_t placement, std::optional<SameOperands> same = {}) {
    if (!can_set(settings_, state)) return false;
    const Guard guard = place(p_, placement, state);
    std::optional<State> result = specified(p_, state);
    if (!result) return false;
    SpecifiedCase made;
    if (approximates_) {
      made.computed = computed_numbers(p_, state);
      result = over_reals(p_, state);
    } else {
      std::optional<AllowedNumbers> allowed = meant(p_, state);
      if (!allowed) return false;
      made.allowed = std::move(*allowed);
    }
    made.expected = std::move(*result);
    made.call = call_of_instruction(p_, std::move(state), companions_, same,
                                    placement % 2 == 0 ? NumbersFrom::first : NumbersFrom::last);
    out_.cases.push_back(std::move(made));
    out_.cases.back().call.guard = guard;
    return true;
  }

  // The sign of a zero counts where numbers are only moved, and each lane may lose it.
  void add_negative_zeros() {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      State state = operands(p_, settings_, choices_[i], seed_ + i);
      set_to_zero(state, -0.0);
      add(std::move(state), i);
    }
  }

  // The ends of the range of an integer operand that no body has read yet, since others overflowed: one at a time.
  void add_ends() {
    for (std::size_t i = 0; i < p_.args.size(); ++i) {
      const ir::Type& type = p_.args[i].type;
      if (type.is_control() || ir::is_float(type.scalar) || !is_ever_read(i)) continue;
      const std::vector<double> of_type = edges(type.scalar, false);
      for (double end : {of_type[0], of_type[1]})
        if (!is_met(i, end) && !add_end(i, end))
          out_.left_out.insert(fmt::format("{} = {:.0f}", p_.args[i].name.text(), end));
    }
  }

  bool is_ever_read(std::size_t operand) const {
    return std::any_of(out_.cases.begin(), out_.cases.end(), [&](const SpecifiedCase& c) {
      return is_read(p_, c.call.state, operand, elements(c.call.state.values[operand].tensor));
    });
  }

  bool is_met(std::size_t operand, double value) const {
    return std::any_of(out_.cases.begin(), out_.cases.end(), [&](const SpecifiedCase& c) {
      const auto& t = c.call.state.values[operand].tensor;
      std::vector<std::size_t> places = elements(t);
      std::erase_if(places, [&](std::size_t at) { return t.data[at] != value; });
      return !places.empty() && is_read(p_, c.call.state, operand, places);
    });
  }

  // Small numbers around it, or nothing but zeros: a sum with the largest one may need those.
  bool add_end(std::size_t operand, double value) {
    constexpr std::size_t tries = 64;
    for (std::size_t seed = seed_; seed < seed_ + tries; ++seed) {
      State state = operands(p_, settings_, choices_[seed % choices_.size()], seed);
      if (seed % 2) set_to_zero(state);
      auto& t = state.values[operand].tensor;
      const std::vector<std::size_t> all = elements(t);
      if (all.empty()) continue;
      const std::size_t at = all[seed / 2 % all.size()];
      t.data[at] = value;
      if (is_read(p_, state, operand, {at}) && add(std::move(state), seed)) return true;
    }
    return false;
  }

  const ir::Procedure& p_;
  const Companions& companions_;
  const Settings& settings_ = companions_.settings;
  const std::uint64_t seed_;
  std::vector<interp::Inputs> choices_;
  std::optional<SameOperands> same_ = same_operands(p_);
  bool approximates_ = ir::stated_bound(p_).has_value();
  SpecifiedCases out_;
  std::size_t number_ = 0;       // of the set, over all choices: it varies the draws
  std::size_t wide_number_ = 0;  // of the set of wide data, over all choices
};

}  // namespace

SpecifiedCases specified_cases(const ir::Procedure& p, std::uint64_t seed, const Companions& companions) {
  return Cases(p, companions, seed).made();
}

}  // namespace tessera::conformance
