// SPDX-License-Identifier: Apache-2.0
#include "fuzz/procedures.hpp"

#include <algorithm>

#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/emitted_c.hpp"
#include "fuzz/oracles.hpp"
#include "fuzz/procedures_text.hpp"

namespace tessera::fuzz {
namespace {

constexpr int most_moves = 30, most_accepted = 8, places_per_move = 6, most_modules = 200;
constexpr std::int64_t largest_tried = 24;  // the writer's asserts, where they can hold, hold for one of these

// What changes a contract, or uses it, comes up more often than by chance.
const std::vector<std::string>& of_contracts() {
  static const std::vector<std::string> names{"set_window",    "set_window", "set_precision", "set_memory",
                                              "add_assertion", "simplify",   "simplify",      "partial_eval",
                                              "stage_mem",     "stage_mem",  "rewrite_expr",  "eliminate_dead_code"};
  return names;
}

const std::vector<std::string>& of_calls() {
  static const std::vector<std::string> names{"replace",  "replace", "replace", "call_eqv", "call_eqv",
                                              "call_eqv", "inline",  "fission", "simplify"};
  return names;
}

bool holds(const ir::Expr& condition, const interp::ControlValues& values) {
  // The interpreter refuses arguments that do not meet an assert: so it is asked with a procedure that does nothing.
  ir::Procedure asks{"asks", {}, {condition}, {ir::Stmt(ir::Pass{})}, {}, {}};
  interp::Arguments<interp::Integers> arguments;
  for (ir::Sym s : ir::free_syms(condition)) {
    const auto found = values.find(s);
    if (found == values.end()) return true;  // not about sizes and indices: left out
    asks.args.push_back({s, {ir::Scalar::index, {}, false}, nullptr, {}});
  }
  bool about_sizes = true;
  ir::for_each_expr(condition, [&](const ir::Expr& e) {
    about_sizes = about_sizes && !e.as<ir::StrideOf>() && !e.as<ir::ReadConfig>();
  });
  if (!about_sizes) return true;
  try {
    arguments = interp::random_arguments<interp::Integers>(asks, values, 1);
    interp::run(asks, arguments);
    return true;
  } catch (const Error&) { return false; }
}

// Of each procedure whose asserts speak of at most two sizes or indices.
std::optional<std::string> impossible_asserts(const ir::Procedure& p) {
  std::vector<ir::Sym> sizes;
  for (const ir::Arg& a : p.args)
    if (ir::is_integer_control(a.type.scalar) && !a.type.is_tensor()) sizes.push_back(a.name);
  if (p.asserts.empty() || sizes.empty() || sizes.size() > 2) return std::nullopt;
  for (std::int64_t x = 1; x <= largest_tried; ++x)
    for (std::int64_t y = 0; y <= (sizes.size() > 1 ? largest_tried : 0); ++y) {
      interp::ControlValues values{{sizes.front(), x}};
      if (sizes.size() > 1) values[sizes.back()] = y;
      if (std::all_of(p.asserts.begin(), p.asserts.end(), [&](const ir::Expr& e) { return holds(e, values); }))
        return std::nullopt;
    }
  return "no arguments up to " + std::to_string(largest_tried) + " meet the asserts of " + p.name +
         ", and all was proved of it";
}

std::optional<std::string> impossible_asserts(const Subject& subject) {
  for (const Proc& p : subject.inputs.procs)
    if (auto wrong = impossible_asserts(p.ir())) return wrong;
  return std::nullopt;
}

void collect(const VersionRef& v, std::set<const Version*>& out) {
  for (VersionRef at = v; at && out.insert(at.get()).second; at = at->parent)
    for (const VersionRef& used : at->step.uses) collect(used, out);
}

// Each line of the trace is a step of the result. One of them under a name that nobody looks at is lost.
std::optional<std::string> loses_a_step(const Subject& subject, const Proc& p, std::size_t line) {
  std::string text = script::trace_text(p);
  std::size_t at = 0;
  for (std::size_t i = 0; i < line && at != std::string::npos; ++i) at = text.find("\np = ", at + 1);
  if (at == std::string::npos || text.compare(at + (line ? 1 : 0), 4, "p = ") != 0) return std::nullopt;
  text.insert(at + (line ? 1 : 0), "other_");
  try {
    const Proc result = subject.run(text);
    std::set<const Version*> kept, all;
    collect(result.version(), kept);
    std::size_t steps = 0;
    for (const Version* v : kept) steps += v->parent != nullptr;
    std::size_t written = 0;
    for (std::size_t i = 0; (i = text.find("p = ", i)) != std::string::npos; ++i) ++written;
    if (steps < written) return "a schedule that loses a step is carried out:\n" + text;
  } catch (const Error&) { return std::nullopt; }
  return std::nullopt;
}

// What the result and its callees are, as `compile` would check it.
bool passes_checks(const Subject& subject, const Proc& p) {
  try {
    check::check_reachable(p.ir(), subject.context->solver);
    return true;
  } catch (const Error&) { return false; }
}

class Derivations {
 public:
  Derivations(Dice& dice, const Settings& settings, const Journal& journal, CaseResult& out)
      : dice_(dice),
        settings_(settings),
        journal_(journal),
        out_(out),
        text_(module(dice, settings, out)),
        subject_(load(text_, settings)),
        pool_(subject_.inputs.procs.begin(), subject_.inputs.procs.end() - 1),
        proc_(subject_.start()) {}

  void run() {
    if (auto wrong = impossible_asserts(subject_)) return report({"asserts", "", *wrong, "", ""});
    int accepted = 0;
    for (int i = 0; i < most_moves && accepted < most_accepted && !out_.finding; ++i)
      accepted += dice_.chance(50) ? derive() : step();
    if (out_.finding || accepted == 0 || !proc_.version()->parent) return;
    report(after_all(text_, settings_, proc_, out_.counts));
    if (out_.finding) return;
    if (auto wrong = loses_a_step(subject_, proc_, dice_.below(4)))
      return report({"lost", last_primitive(), *wrong, "", script::trace_text(proc_)});
    c();
  }

 private:
  static std::string module(Dice& dice, const Settings& settings, CaseResult& out) {
    for (int i = 0; i < most_modules; ++i) {
      const std::string text = random_procedures(dice);
      ++out.counts.programs;
      try {
        load(text, settings);
        return ++out.counts.accepted, text;
      } catch (const Error& e) {
        if (e.exit_code() == ExitCode::bug) throw;
      }
    }
    bug("the generator writes modules that no check accepts");
  }

  const Primitive& chosen(const std::vector<std::string>& likely) {
    return dice_.chance(75) ? *find_primitive(dice_.pick(likely)) : dice_.pick(primitives());
  }

  // Applies the primitive somewhere; nothing when it is refused wherever it was tried.
  std::optional<Proc> applied(const Primitive& primitive, const Subject& subject, const Proc& to) {
    for (int k = 0; k < places_per_move; ++k) {
      const auto args = ArgumentChooser(dice_, subject, to).choose(primitive);
      if (!args) return std::nullopt;
      Counts::OfPrimitive& count = out_.counts.primitives[primitive.name];
      ++count.tried;
      const std::string schedule = script::trace_text(to) + text_of(primitive, *args, to) + "\n";
      journal_({"", primitive.name, "", text_, schedule});
      try {
        const Proc after = primitive.apply(to, *args);
        if (after.version() == to.version()) continue;
        ++count.accepted;
        return after;
      } catch (const Error& e) {
        if (e.exit_code() == ExitCode::bug) report({"bug", primitive.name, e.what(), "", schedule});
        (e.exit_code() == ExitCode::undecided ? count.undecided : count.refused) += 1;
      } catch (const std::exception& e) { report({"bug", primitive.name, e.what(), "", schedule}); }
      if (out_.finding) return std::nullopt;
    }
    return std::nullopt;
  }

  // A procedure of the pool by one step, under a name of its own.
  bool derive() {
    Proc& from = pool_[dice_.below(pool_.size())];
    const std::string base = from.name().substr(0, from.name().find("_d"));
    const bool known = from.name() != base;
    try {
      const Proc mine = known && dice_.chance(80) ? from : from.rename(base + "_d" + std::to_string(pool_.size()));
      const std::optional<Proc> after = applied(chosen(of_contracts()), subject_, mine);
      if (!after || !after->version()->step.unsafe.empty() || is_unsafe(subject_, *after)) return false;
      if (mine.version() == from.version()) from = *after;
      else pool_.push_back(*after);
      return false;
    } catch (const SchedulingError&) { return false; }
  }

  bool step() {
    Subject subject = subject_;  // with what the callees became
    subject.inputs.procs = pool_;
    subject.inputs.procs.push_back(proc_);
    const std::optional<Proc> after = applied(chosen(of_calls()), subject, proc_);
    if (!after || is_unsafe(subject_, *after) || after->ir().instr) return false;
    report(after_step(subject_, settings_, *after, out_.counts));
    if (out_.finding || !after->version()->step.unsafe.empty()) return false;
    proc_ = *after;
    return true;
  }

  void c() {
    if (!passes_checks(subject_, proc_)) return;
    if (auto wrong = wrong_c(proc_)) return report({"c", last_primitive(), *wrong, "", script::trace_text(proc_)});
    ++out_.counts.compiled;
  }

  std::string last_primitive() const { return proc_.version()->step.primitive; }

  void report(std::optional<Finding> finding) {
    if (!finding || out_.finding) return;
    finding->program = text_;
    out_.finding = std::move(finding);
  }

  Dice& dice_;
  const Settings& settings_;
  const Journal& journal_;
  CaseResult& out_;
  std::string text_;
  Subject subject_;
  std::vector<Proc> pool_;  ///< callees and instructions, as written and derived
  Proc proc_;
};

}  // namespace

CaseResult random_derivations(Dice& dice, const Settings& settings, const Journal& journal, std::size_t) {
  CaseResult out;
  Derivations(dice, settings, journal, out).run();
  return out;
}

std::optional<Finding> show_derivation_again(const Finding& given, const Settings& settings) {
  const auto found = [&](const std::optional<std::string>& wrong) {
    return wrong ? std::optional(Finding{given.kind, given.primitive, *wrong, given.program, given.schedule})
                 : std::nullopt;
  };
  try {
    const Subject subject = load(given.program, settings);
    if (given.kind == "asserts") return found(impossible_asserts(subject));
    if (given.kind == "lost") {
      const Proc p = subject.run(given.schedule);
      for (std::size_t line = 0; line < 4; ++line)
        if (auto wrong = loses_a_step(subject, p, line)) return found(wrong);
      return std::nullopt;
    }
    if (given.kind == "c" && !passes_checks(subject, subject.run(given.schedule))) return std::nullopt;
  } catch (const Error&) { return std::nullopt; }
  return show_again(given, settings);
}

}  // namespace tessera::fuzz
