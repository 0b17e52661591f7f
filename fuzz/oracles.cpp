// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracles.hpp"

#include <algorithm>
#include <set>

#include "dsl/check/bounds.hpp"
#include "dsl/interp/compare.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/arguments.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/dead_cases.hpp"
#include "fuzz/dice.hpp"
#include "fuzz/forwarding.hpp"

namespace tessera::fuzz {
namespace {

using Kind = interp::Difference::Kind;

constexpr int runs_wanted = 6, runs_tried = 24;

std::string text_of_sizes(const interp::ControlValues& values) {
  std::string out;
  for (const auto& [name, v] : values) out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name.text(), v);
  return out;
}

// Small sizes, and the multiples and neighbours of literals: a step's literals are in its result.
std::vector<std::int64_t> sizes_beside_literals(const ir::Procedure& before, const ir::Procedure& after) {
  constexpr std::int64_t largest_literal = 8;
  std::set<std::int64_t> out{1, 2, 3, 4, 5, 6, 8};
  const auto add = [&](const ir::Expr& e) {
    const std::int64_t* n = ir::is_data(e.type()) ? nullptr : ir::literal(e);
    if (n && *n > 1 && *n <= largest_literal) out.insert({*n, *n + 1, 2 * *n, 2 * *n + 1});
  };
  for (const ir::Procedure* p : {&before, &after}) {
    for (const ir::Expr& e : p->asserts) ir::for_each_expr(e, add);
    ir::for_each_expr(p->body, add);
  }
  return {out.begin(), out.end()};
}

// The first two runs suit most preconditions. Then sizes grow or fall from argument to argument, are unrelated, or
// equal.
std::vector<std::int64_t> sizes_of_run(Dice& dice, const std::vector<std::int64_t>& values, std::size_t count,
                                       int number) {
  if (number < 2) return std::vector<std::int64_t>(count, 4 * number + 4);
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(dice.pick(values));
  switch (number % 4) {
    case 1: return std::vector<std::int64_t>(count, dice.pick(values));
    case 2: std::sort(out.begin(), out.end()); break;
    case 3: std::sort(out.rbegin(), out.rend()); break;
    default: break;
  }
  return out;
}

bool is_size(const ir::Arg& a) { return a.type.scalar == ir::Scalar::size; }

interp::ControlValues choice(Dice& dice, const ir::Procedure& proc, const std::vector<std::int64_t>& values,
                             int number) {
  const auto count = static_cast<std::size_t>(std::count_if(proc.args.begin(), proc.args.end(), is_size));
  const std::vector<std::int64_t> sizes = sizes_of_run(dice, values, count, number);
  auto size = sizes.begin();
  interp::ControlValues out;
  for (const ir::Arg& a : proc.args) {
    if (!a.type.is_control()) continue;
    if (a.type.scalar == ir::Scalar::bool_) out[a.name] = dice.chance(50);
    else if (is_size(a)) out[a.name] = *size++;
    else out[a.name] = dice.between(0, 4);
  }
  return out;
}

// Does the difference refute the step? Overflow of a data type and inexact values do not.
template <class Domain> bool counts(const interp::Difference& d) {
  if (d.kind == Kind::before_failed) return false;
  if (std::is_same_v<Domain, interp::Field>) return true;
  return d.kind == Kind::value || d.kind == Kind::config;
}

// Reading an unwritten value is harmless if the outputs do not depend on it.
template <class Domain>
std::optional<interp::Difference> difference(const ir::Procedure& before, const ir::Procedure& after,
                                             const interp::ControlValues& control, std::uint64_t seed,
                                             const std::set<std::string>& modulo) {
  using interp::Uninitialised;
  auto d = interp::first_difference<Domain>(before, after, control, seed, Uninitialised::error, modulo);
  if (d && d->kind == Kind::after_failed && d->text.find("before it is written") != std::string::npos)
    return interp::first_difference<Domain>(before, after, control, seed, Uninitialised::arbitrary, modulo);
  return d;
}

template <class Domain> std::optional<std::string> differs(const ir::Procedure& before, const ir::Procedure& after,
                                                           const std::set<std::string>& modulo, std::uint64_t seed) {
  Dice dice(seed);
  const std::vector<std::int64_t> values = sizes_beside_literals(before, after);
  int ran = 0;
  for (int i = 0; i < runs_tried && ran < runs_wanted; ++i) {
    const interp::ControlValues control = choice(dice, before, values, i);
    const auto d = difference<Domain>(before, after, control, seed + static_cast<std::uint64_t>(i), modulo);
    if (d && counts<Domain>(*d)) return d->text + "  [" + text_of_sizes(control) + "]";
    if (!d || d->kind != Kind::before_failed) ++ran;
  }
  return std::nullopt;
}

// Rounding to another type is a legal change of value for a step. Between floating-point types exact numbers stay the
// same, machine numbers need not.
struct Types {
  bool same = true, as_exact = true;
};

Types compared_types(const ir::Procedure& before, const ir::Procedure& after) {
  Types out;
  const ir::Declarations now = ir::declarations(after);
  for (const auto& [name, declaration] : ir::declarations(before)) {
    const auto found = now.find(name);
    const ir::Scalar then = declaration.type.scalar;
    if (found == now.end() || found->second.type.scalar == then) continue;
    out.same = false;
    out.as_exact = out.as_exact && ir::is_float(then) && ir::is_float(found->second.type.scalar);
  }
  return out;
}

std::optional<std::string> value_differs(const ir::Procedure& before, const ir::Procedure& after,
                                         const std::set<std::string>& modulo, std::uint64_t seed) {
  const Types types = compared_types(before, after);
  if (!types.as_exact) return std::nullopt;
  if (auto d = differs<interp::Field>(before, after, modulo, seed)) return d;
  if (!types.same) return std::nullopt;
  return differs<interp::Integers>(before, after, modulo, seed);
}

std::optional<std::string> reads_unwritten(const ir::Procedure& p, std::uint64_t seed) {
  Dice dice(seed);
  const std::vector<std::int64_t> values = sizes_beside_literals(p, p);
  for (int i = 0; i < runs_tried; ++i) {
    const interp::ControlValues control = choice(dice, p, values, i);
    try {
      auto arguments = interp::random_arguments<interp::Field>(p, control, seed + static_cast<std::uint64_t>(i));
      const auto failed = interp::failure<interp::Field>(p, arguments, interp::Uninitialised::error);
      if (failed && failed->unwritten) return p.name + ": " + failed->text + "  [" + text_of_sizes(control) + "]";
    } catch (const interp::InterpError&) {}  // no such arguments
  }
  return std::nullopt;
}

// The step alone where it keeps the arguments, else all steps together.
std::optional<std::string> wrong_value(const Proc& p, std::uint64_t seed) {
  const Version& v = *p.version();
  if (v.parent->ir->args.size() != p.ir().args.size())
    return value_differs(script::reference(p), p.ir(), script::changed_fields(p), seed);
  ir::Procedure before = *v.parent->ir;
  before.asserts = p.ir().asserts;  // it may rely on more
  return value_differs(before, p.ir(), v.step.modulo, seed);
}

std::optional<std::string> wrong_bounds(const Subject& subject, const Proc& p, int& undecided) {
  try {
    check::check_accesses(p.ir(), subject.context->solver);
  } catch (const Error& e) {
    if (e.exit_code() != ExitCode::undecided) return e.diagnostic().render();
    ++undecided;
  }
  return std::nullopt;
}

// Callees that a printed procedure may name.
syntax::Module callees_of(const Subject& subject, const Proc& p) {
  syntax::Module out = subject.module;
  const auto add = [&](const ir::ProcRef& c) {
    std::erase_if(out.procs, [&](const ir::ProcRef& known) { return known->name == c->name; });
    out.procs.push_back(c);
  };
  for (const ir::ProcRef& c : ir::all_called(p.ir().body)) add(c);
  std::erase_if(out.procs, [&](const ir::ProcRef& c) { return c->name == p.name(); });
  return out;
}

// Forms of one procedure may keep its name: a text means one of them.
bool calls_two_of_one_name(const Proc& p) {
  std::set<std::string> names;
  const std::vector<ir::ProcRef> called = ir::all_called(p.ir().body);
  return std::any_of(called.begin(), called.end(), [&](const ir::ProcRef& c) { return !names.insert(c->name).second; });
}

std::optional<std::string> wrong_text(const Subject& subject, const Proc& p) {
  if (calls_two_of_one_name(p)) return std::nullopt;
  const syntax::Module known = callees_of(subject, p);
  const syntax::Module* libraries[] = {&known};
  const std::string text = p.text();
  try {
    const syntax::Module again = syntax::parse_module(text, "printed.tess", libraries);
    if (ir::equal(p.ir(), *again.procs.back())) return std::nullopt;
    return "the printed text means another program:\n" + text;
  } catch (const Error& e) { return "the printed text does not parse:\n" + text + e.what(); }
}

// Runs the step on the tagged procedure to find the real moves of its nodes.
std::optional<std::string> wrong_forward(const Proc& p) {
  const Version& v = *p.version();
  const Primitive* primitive = find_primitive(v.step.primitive);
  if (!primitive || !v.step.created.empty()) return std::nullopt;
  const Proc tagged_before(tagged(*v.parent->ir), p.context());
  rewrite::CallArguments args;
  for (const auto& [name, value] : v.step.args) args.named.emplace_back(name, rewrite::as_value(value, tagged_before));
  try {
    const Proc after = primitive->apply(tagged_before, args);
    if (after.version() == tagged_before.version()) return std::nullopt;
    const std::vector<std::string> wrong = wrong_forwards(*after.version());
    return wrong.empty() ? std::nullopt : std::optional(wrong.front());
  } catch (const SchedulingError&) { return std::nullopt; }  // what has a history may do more: call_eqv
}

// Twice, each in a fresh context: both replays must have the same result.
std::string replayed(const std::string& program, const Settings& settings, const Proc& p, Counts& counts) {
  const std::string trace = script::trace_text(p);
  try {
    const Subject first = load(program, settings), second = load(program, settings);
    const Proc once = first.run(trace), twice = second.run(script::trace_text(once));
    if (script::definition_hash(once.ir()) != script::definition_hash(twice.ir()) ||
        script::trace_hash(once) != script::trace_hash(twice))
      return "the trace of the trace leads to another program:\n" + twice.text() + "instead of:\n" + once.text();
    counts.reordered += script::definition_hash(once.ir()) != script::definition_hash(p.ir());
    if (const auto d = value_differs(p.ir(), once.ir(), {}, settings.data_seed))
      return "the trace leads to another program: " + *d;
  } catch (const Error& e) { return std::string("the trace does not replay:\n") + e.what(); }
  return "";
}

Finding found(const Proc& p, const char* kind, std::string message) {
  return {kind, p.version()->step.primitive, std::move(message), "", script::trace_text(p)};
}

}  // namespace

bool is_unsafe(const Subject& subject, const Proc& p) {
  const std::vector<std::string>& unsafe = p.version()->step.unsafe;
  return std::any_of(unsafe.begin(), unsafe.end(),
                     [&](const std::string& id) { return !subject.context->hooks.assumed.count(id); });
}

std::optional<Finding> as_written(const Subject& subject, const Settings& settings) {
  for (const Proc& p : subject.inputs.procs)
    if (auto wrong = reads_unwritten(p.ir(), settings.data_seed)) return Finding{"unwritten", "", *wrong, "", ""};
  return std::nullopt;
}

std::optional<Finding> after_step(const Subject& subject, const Settings& settings, const Proc& p, Counts& counts) {
  if (auto wrong = wrong_value(p, settings.data_seed)) return found(p, "value", *wrong);
  if (auto wrong = wrong_bounds(subject, p, counts.undecided)) return found(p, "bounds", *wrong);
  if (auto wrong = wrong_text(subject, p)) return found(p, "printed", *wrong);
  if (auto wrong = wrong_forward(p)) return found(p, "forward", *wrong);
  if (auto wrong = dead_case(subject, p)) return found(p, "dead", *wrong);
  return std::nullopt;
}

std::optional<Finding> after_all(const std::string& program, const Settings& settings, const Proc& p, Counts& counts) {
  if (const std::string wrong = replayed(program, settings, p, counts); !wrong.empty())
    return found(p, "replay", wrong);
  const ir::Procedure reference = script::reference(p);
  if (auto wrong = value_differs(reference, p.ir(), script::changed_fields(p), settings.data_seed))
    return found(p, "value", *wrong);
  return std::nullopt;
}

}  // namespace tessera::fuzz
