// SPDX-License-Identifier: Apache-2.0
#include "fuzz/procedures.hpp"

#include <algorithm>
#include <sstream>

#include "dsl/analysis/lowering.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/attempts.hpp"
#include "fuzz/emitted_c.hpp"
#include "fuzz/forwarding.hpp"
#include "fuzz/oracles.hpp"
#include "fuzz/procedures_text.hpp"

namespace tessera::fuzz {
namespace {

constexpr int max_moves = 30, max_accepted = 8, places_per_move = 6, max_modules = 200;
constexpr std::int64_t largest_tried = 24;  // the writer's asserts, where they can hold, hold for one of these

// Primitives that change a contract, or use it, are chosen more often.
const std::vector<std::string>& of_contracts() {
  static const std::vector<std::string> names{
      "set_window", "set_window",    "set_window", "simplify",     "simplify",  "simplify",     "set_precision",
      "set_memory", "add_assertion", "stage_mem",  "partial_eval", "stage_mem", "rewrite_expr", "eliminate_dead_code"};
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

// Of a procedure with at most two sizes and indices.
std::optional<std::string> impossible_asserts(const ir::Procedure& p) {
  std::vector<const ir::Arg*> sizes;
  for (const ir::Arg& a : p.args)
    if (ir::is_integer_control(a.type.scalar) && !a.type.is_tensor()) sizes.push_back(&a);
  if (p.asserts.empty() || sizes.empty() || sizes.size() > 2) return std::nullopt;
  const auto least = [](const ir::Arg& a) { return a.type.scalar == ir::Scalar::size ? 1 : 0; };
  for (std::int64_t x = least(*sizes.front()); x <= largest_tried; ++x)
    for (std::int64_t y = least(*sizes.back()); y <= largest_tried; ++y) {
      const interp::ControlValues values{{sizes.back()->name, y}, {sizes.front()->name, x}};
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

// Each call of the trace is a step of the result. A step under an unused name is lost.
std::optional<std::string> loses_a_step(const Subject& subject, const Proc& p, std::size_t number) {
  std::istringstream lines(script::trace_text(p));
  std::string text, line;
  std::size_t calls = 0;
  for (std::size_t own = 0; std::getline(lines, line);) {
    const bool is_call = line.find('(') != std::string::npos;
    calls += is_call;
    if (is_call && line.starts_with("p = ") && own++ == number) text += "other_";
    text += line + "\n";
  }
  if (text.find("other_") == std::string::npos) return std::nullopt;
  try {
    std::set<const Version*> made;
    collect(subject.run(text).version(), made);
    const auto is_step = [](const Version* v) { return v->parent != nullptr; };
    if (static_cast<std::size_t>(std::count_if(made.begin(), made.end(), is_step)) < calls)
      return "a schedule that loses a step is carried out:\n" + text;
  } catch (const Error&) {}  // as it should
  return std::nullopt;
}

// A schedule that ends with a version of another procedure has no step of its own.
std::optional<std::string> ends_with_another(const Subject& subject, const Proc& other) {
  const std::string text = script::trace_text(other) + "p = rename(p, 'p')\n";
  try {
    subject.run(text);
    return "a schedule that ends with another procedure is carried out:\n" + text;
  } catch (const Error&) { return std::nullopt; }
}

// The result and its callees under the checks of `compile`.
bool passes_checks(const Subject& subject, const Proc& p) {
  try {
    check::check_reachable(p.ir(), subject.context->solver);
    return true;
  } catch (const Error&) { return false; }
}

// The machine's field has a value of the program's own from the start: in C it would be whatever errno was.
bool sets_machine(const ir::Procedure& p) { return !analysis::written_configs({p.body.front()}).empty(); }

// Shrinking must not change them: their C would differ.
bool keeps_instructions(const Subject& subject) {
  const syntax::Module known = syntax::parse_module(instructions_of_procedures(), "instructions.tess");
  return std::all_of(subject.module.procs.begin(), subject.module.procs.end(), [&](const ir::ProcRef& p) {
    const ir::ProcRef other = known.proc(p->name);
    return !p->instr || (other && other->instr && ir::print(*p) == ir::print(*other));
  });
}

class Derivations {
 public:
  Derivations(Dice& dice, const Settings& settings, const Journal& journal, CaseResult& out)
      : dice_(dice),
        settings_(settings),
        attempts_(module(dice, settings, out), journal, out),
        subject_(load(attempts_.program(), settings)),
        pool_(subject_.inputs.procs.begin(), subject_.inputs.procs.end() - 1),
        proc_(subject_.start()) {}

  void run() {
    if (auto wrong = impossible_asserts(subject_)) return attempts_.report(Finding{"asserts", "", *wrong, "", ""});
    int accepted = 0;
    if (dice_.chance(70)) derive_wider_pair();
    for (int i = dice_.between(0, 6); i > 0 && !attempts_.has_finding(); --i) derive();
    for (int i = 0; i < max_moves && accepted < max_accepted && !attempts_.has_finding(); ++i)
      if (dice_.chance(50)) derive();
      else accepted += step();
    if (attempts_.has_finding() || accepted == 0 || !proc_.version()->parent) return;
    attempts_.report(after_all(attempts_.program(), settings_, proc_, attempts_.counts()));
    if (attempts_.has_finding()) return;
    if (auto wrong = loses_a_step(subject_, proc_, dice_.below(4)))
      return attempts_.report(Finding{"lost", last_primitive(), *wrong, "", script::trace_text(proc_)});
    c();
  }

 private:
  static std::string module(Dice& dice, const Settings& settings, CaseResult& out) {
    for (int i = 0; i < max_modules; ++i) {
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
      if (auto after = attempts_.step(primitive, *args, to); after || attempts_.has_finding()) return after;
    }
    return std::nullopt;
  }

  static std::string base_of(const std::string& name) { return name.substr(0, name.find("_d")); }

  // Versions of one procedure, which may be exchanged.
  std::vector<std::size_t> kin_of(const std::string& name) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < pool_.size(); ++i)
      if (base_of(pool_[i].name()) == base_of(name)) out.push_back(i);
    return out;
  }

  // A procedure of the pool by one step, under a name of its own. Mostly of one family, so that it has several.
  void derive() {
    if (focus_.empty()) focus_ = dice_.chance(60) ? "f0" : pool_[dice_.below(pool_.size())].name();
    const std::vector<std::size_t> kin = kin_of(focus_);  // none, where the last one was renamed
    Proc& from = pool_[!kin.empty() && dice_.chance(75) ? dice_.pick(kin) : dice_.below(pool_.size())];
    const bool own =
        from.name() != base_of(from.name()) && !is_called(from.name());  // a text tells them by their names
    try {
      const Proc mine = own && dice_.chance(80) ? from : renamed(from);
      const Primitive& primitive = chosen(of_contracts());
      const bool all = primitive.name == "set_window" && dice_.chance(60);
      const std::optional<Proc> after = all ? widened(mine) : applied(primitive, subject_, mine);
      if (!after || !is_kept(*after)) return;
      if (mine.version() == from.version()) from = *after;
      else pool_.push_back(*after);
    } catch (const SchedulingError&) {}  // the name is taken
  }

  // Two forms of a wider contract, one of which had a step before it was widened.
  void derive_wider_pair() {
    std::vector<Proc> narrow;
    for (const Proc& p : pool_)
      if (std::any_of(p.ir().args.begin(), p.ir().args.end(), is_dense)) narrow.push_back(p);
    if (narrow.empty()) return;
    const Proc from = dice_.pick(narrow);
    focus_ = from.name();
    try {
      for (const bool has_step : {false, true}) {
        std::optional<Proc> form = renamed(from);
        if (has_step)
          form = applied(dice_.chance(50) ? *find_primitive("simplify") : chosen(of_contracts()), subject_, *form);
        if (form) form = widened(*form);
        if (form && is_kept(*form)) pool_.push_back(*form);
      }
    } catch (const SchedulingError&) {}  // the name is taken
  }

  Proc renamed(const Proc& from) { return from.rename(base_of(from.name()) + "_d" + std::to_string(++names_)); }

  // Also checks for damage by a derivation.
  bool is_kept(const Proc& after) {
    if (is_unsafe(subject_, after)) return false;
    if (auto wrong = impossible_asserts(after.ir()))
      attempts_.report(Finding{"asserts", after.version()->step.primitive, *wrong, "", script::trace_text(after)});
    if (auto wrong = ends_with_another(subject_, after))
      attempts_.report(Finding{"lost", "rename", *wrong, "", script::trace_text(after)});
    return true;
  }

  static bool is_dense(const ir::Arg& a) { return a.type.is_tensor() && !a.type.is_window; }

  // Every dense argument becomes a window.
  std::optional<Proc> widened(Proc p) {
    std::optional<Proc> out;
    for (const ir::Arg& a : p.ir().args) {
      if (!is_dense(a)) continue;
      rewrite::CallArguments args;
      args.named = {{"buffer", {a.name.text()}}};
      if (auto after = attempts_.step(*find_primitive("set_window"), args, out ? *out : p)) out = after;
    }
    return out;
  }

  bool is_called(const std::string& name) const {
    const std::vector<ir::ProcRef> called = ir::all_called(proc_.ir().body);
    return std::any_of(called.begin(), called.end(), [&](const ir::ProcRef& c) { return c->name == name; });
  }

  bool step() {
    Subject subject = subject_;  // with what the callees became
    subject.inputs.procs = pool_;
    subject.inputs.procs.push_back(proc_);
    const std::size_t kind = dice_.below(3);
    const std::optional<Proc> after = kind == 0   ? exchanged()
                                      : kind == 1 ? replaced()
                                                  : applied(chosen(of_calls()), subject, proc_);
    if (!after || is_unsafe(subject_, *after) || after->ir().instr) return false;
    attempts_.report(after_step(subject_, settings_, *after, attempts_.counts()));
    if (attempts_.has_finding()) return false;
    proc_ = *after;
    return true;
  }

  // A form of the family wherever it is found.
  std::optional<Proc> replaced() {
    const std::vector<std::size_t> forms = kin_of(focus_);
    if (forms.empty()) return std::nullopt;
    const Proc& form = pool_[dice_.pick(forms)];
    const std::string kind = Cursor(form, Cursor::Kind::stmt, statement_paths(form.ir()).front()).kind_name();
    for (const ir::Path& at : statement_paths(proc_.ir())) {
      const Cursor block(proc_, Cursor::Kind::stmt, at);
      if (block.kind_name() != kind) continue;
      rewrite::CallArguments args;
      args.named = {{"block", {block}}, {"by", {form}}};
      if (auto after = attempts_.step(*find_primitive("replace"), args, proc_); after || attempts_.has_finding())
        return after;
    }
    return std::nullopt;
  }

  // Another form for one of the calls.
  std::optional<Proc> exchanged() {
    std::vector<Cursor> calls;
    for (const ir::Path& at : statement_paths(proc_.ir()))
      if (const Cursor c(proc_, Cursor::Kind::stmt, at); c.kind_name() == "call") calls.push_back(c);
    if (calls.empty()) return std::nullopt;
    const Cursor call = dice_.pick(calls);
    const std::vector<std::size_t> forms = kin_of(call.callee().name());
    if (forms.empty()) return std::nullopt;
    rewrite::CallArguments args;
    args.named = {{"call", {call}}, {"other", {pool_[dice_.pick(forms)]}}};
    return attempts_.step(*find_primitive("call_eqv"), args, proc_);
  }

  void c() {
    if (!passes_checks(subject_, proc_)) return;
    if (auto wrong = wrong_c(proc_))
      return attempts_.report(Finding{"c", last_primitive(), *wrong, "", script::trace_text(proc_)});
    ++attempts_.counts().compiled;
  }

  std::string last_primitive() const { return proc_.version()->step.primitive; }

  Dice& dice_;
  const Settings& settings_;
  Attempts attempts_;
  Subject subject_;
  std::vector<Proc> pool_;  ///< callees and instructions, as written and derived
  Proc proc_;
  std::string focus_;
  int names_ = 0;
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
    Subject of_any = subject;
    of_any.inputs.any_start = true;
    if (given.kind == "asserts")
      return found(given.schedule.empty() ? impossible_asserts(subject)
                                          : impossible_asserts(of_any.run(given.schedule).ir()));
    if (given.kind == "lost") {
      const Proc p = of_any.run(given.schedule);
      for (std::size_t line = 0; line < 4; ++line)
        if (auto wrong = loses_a_step(subject, p, line)) return found(wrong);
      const bool is_other = p.history().front()->ir != subject.start().ref();
      return is_other ? found(ends_with_another(subject, p)) : std::nullopt;
    }
    if (given.kind == "c" && !(keeps_instructions(subject) && sets_machine(subject.start().ir()) &&
                               passes_checks(subject, subject.run(given.schedule))))
      return std::nullopt;
  } catch (const Error&) { return std::nullopt; }
  return show_again(given, settings);
}

}  // namespace tessera::fuzz
