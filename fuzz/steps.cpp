// SPDX-License-Identifier: Apache-2.0
#include "fuzz/steps.hpp"

#include <algorithm>

#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/attempts.hpp"
#include "fuzz/emitted_c.hpp"
#include "fuzz/forwarding.hpp"
#include "fuzz/oracles.hpp"
#include "fuzz/program_text.hpp"

namespace tessera::fuzz {

void Counts::operator+=(const Counts& more) {
  for (const auto& [name, n] : more.primitives) {
    OfPrimitive& here = primitives[name];
    here.tried += n.tried, here.accepted += n.accepted, here.refused += n.refused, here.undecided += n.undecided;
  }
  for (const auto& [id, n] : more.conservative) conservative[id] += n;
  programs += more.programs, accepted += more.accepted, compiled += more.compiled, undecided += more.undecided;
  reordered += more.reordered, texts += more.texts, read += more.read;
}

namespace {

// Most places do not suit most primitives, which is found out quickly: so several are tried for each.
constexpr int max_attempts = 40, places_per_attempt = 12, max_steps = 8, max_programs = 200;

std::string sequential(std::string text) {
  for (std::size_t at = 0; (at = text.find(" in par(", at)) != std::string::npos;) text.replace(at, 8, " in seq(");
  return text;
}

bool passes(const std::string& text, const Settings& settings, std::string& code) {
  try {
    load(text, settings);
    return true;
  } catch (const Error& e) {
    if (e.exit_code() == ExitCode::bug) throw;
    code = e.diagnostic().code;
    return false;
  }
}

std::vector<Cursor> calls_in(const Proc& p) {
  std::vector<Cursor> out;
  for (const ir::Path& at : statement_paths(p.ir()))
    if (const Cursor c(p, Cursor::Kind::stmt, at); c.kind_name() == "call") out.push_back(c);
  return out;
}

// With the body of a callee in the place of a call: somewhere that the callee can be put back.
std::string with_inlined_call(Dice& dice, const std::string& text, const Settings& settings) {
  const Subject subject = load(text, settings);
  const std::vector<Cursor> calls = calls_in(subject.start());
  if (calls.empty()) return text;
  rewrite::CallArguments args;
  args.named = {{"call", {dice.pick(calls)}}};
  try {
    const Proc after = find_primitive("inline")->apply(subject.start(), args);
    const std::string out = text.substr(0, text.rfind("def p(")) + after.text();
    std::string code;
    return passes(out, settings, code) ? out : text;
  } catch (const SchedulingError&) { return text; }
}

class StepsOnProgram {
 public:
  StepsOnProgram(Dice& dice, const Settings& settings, const Journal& journal, CaseResult& out)
      : dice_(dice),
        settings_(settings),
        attempts_(checked_program(dice, settings, out.counts), journal, out),
        subject_(load(attempts_.program(), settings)),
        proc_(subject_.start()) {}

  void run(bool compile) {
    attempts_.report(as_written(subject_, settings_));
    int steps = 0;
    for (int i = 0; i < max_attempts && steps < max_steps && !attempts_.has_finding(); ++i) {
      const Primitive& primitive = chosen();
      const int tried = attempts_.counts().primitives[primitive.name].accepted;
      for (int k = 0; k < places_per_attempt && !attempts_.has_finding(); ++k) {
        steps += step(primitive);
        if (attempts_.counts().primitives[primitive.name].accepted > tried) break;
      }
    }
    if (!attempts_.has_finding())
      attempts_.report(after_all(attempts_.program(), settings_, proc_, attempts_.counts()));
    if (attempts_.has_finding() || !compile) return;
    if (const std::optional<std::string> wrong = wrong_c(proc_)) {
      attempts_.report(Finding{"c", last_primitive(), *wrong, "", script::trace_text(proc_)});
    } else {
      ++attempts_.counts().compiled;
    }
  }

  const Proc& last() const { return proc_; }

 private:
  // Where a condition is assumed, its primitive is the one to try.
  const Primitive& chosen() {
    if (!settings_.assumed.empty() && dice_.chance(50)) {
      const std::string& id = *settings_.assumed.begin();
      if (const Primitive* weakened = find_primitive(id.substr(0, id.find('.')))) return *weakened;
    }
    return dice_.pick(primitives());
  }

  bool step(const Primitive& primitive) {
    const auto args = ArgumentChooser(dice_, subject_, proc_).choose(primitive);
    if (!args) return false;
    const std::optional<Proc> after = attempts_.step(primitive, *args, proc_);
    return after && keep(*after);
  }

  bool keep(const Proc& after) {
    if (is_unsafe(subject_, after)) return false;
    attempts_.report(after_step(subject_, settings_, after, attempts_.counts()));
    if (attempts_.has_finding() || !after.version()->step.unsafe.empty() || after.ir().instr) return false;
    proc_ = after;
    return true;
  }

  std::string last_primitive() const { return proc_.version()->step.primitive; }

  Dice& dice_;
  const Settings& settings_;
  Attempts attempts_;
  Subject subject_;
  Proc proc_;
};

}  // namespace

namespace {

std::string passing_program(Dice& dice, const Settings& settings, Counts& counts) {
  for (int i = 0; i < max_programs; ++i) {
    const std::string text = random_program(dice);
    ++counts.programs;
    std::string code;
    if (passes(text, settings, code)) return ++counts.accepted, text;
    if (code == "parallel" && passes(sequential(text), settings, code)) return ++counts.accepted, sequential(text);
  }
  bug("the generator writes programs that no check accepts");
}

}  // namespace

std::string checked_program(Dice& dice, const Settings& settings, Counts& counts) {
  const std::string text = passing_program(dice, settings, counts);
  return dice.chance(40) ? with_inlined_call(dice, text, settings) : text;
}

CaseResult random_steps(Dice& dice, const Settings& settings, const Journal& journal, std::size_t case_number,
                        const Observer& observer) {
  CaseResult out;
  const bool compile = settings.compile_every && case_number % settings.compile_every == 0;
  StepsOnProgram steps(dice, settings, journal, out);
  steps.run(compile);
  if (observer) observer(steps.last());
  return out;
}

std::optional<Finding> show_again(const Finding& given, const Settings& settings) {
  const auto found = [&](const char* kind, const std::string& primitive, const std::string& message) {
    return Finding{kind, primitive, message, given.program, given.schedule};
  };
  std::optional<Subject> subject;
  try {
    subject = load(given.program, settings);
    const Proc p = given.schedule.empty() ? subject->start() : subject->run(given.schedule);
    if (p.version()->parent && is_unsafe(*subject, p)) return std::nullopt;
    Counts ignored;
    std::optional<Finding> out;
    if (given.kind == "unwritten") out = as_written(*subject, settings);
    if (!out && p.version()->parent) out = after_step(*subject, settings, p, ignored);
    if (!out && p.version()->parent) out = after_all(given.program, settings, p, ignored);
    if (out) return found(out->kind.c_str(), out->primitive, out->message);
    if (given.kind != "c") return std::nullopt;
    if (auto wrong = wrong_c(p)) return found("c", p.version()->step.primitive, *wrong);
  } catch (const Error& e) {
    if (e.exit_code() == ExitCode::bug) return found("bug", given.primitive, e.what());
  } catch (const std::exception& e) { return found("bug", given.primitive, e.what()); }
  return std::nullopt;
}

}  // namespace tessera::fuzz
