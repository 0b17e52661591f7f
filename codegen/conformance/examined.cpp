// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/examined.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/conformance/call.hpp"
#include "dsl/interp/error.hpp"

namespace tessera::conformance {
namespace {

// What the library has to offer to each of its instructions.
struct Aids {
  std::vector<Setter> setters;
  Moves moves;
};

std::vector<Setter> with_first(const Setter& first, std::vector<Setter> others) {
  others.insert(others.begin(), first);
  return others;
}

// Several instructions may set one field, to numbers that different instructions want: each of them comes first once.
std::vector<Settings> choices_of_settings(const ir::Procedure& p, const std::vector<Setter>& setters) {
  std::vector<Settings> out{settings_for(p, setters)};
  const std::set<std::string> read = fields_read(p);
  for (const Setter& s : setters)
    if (std::any_of(s.fields.begin(), s.fields.end(), [&](const std::string& field) { return read.count(field) != 0; }))
      out.push_back(settings_for(p, with_first(s, setters)));
  return out;
}

void add_new(const std::vector<ir::ProcRef>& instructions, std::vector<ir::ProcRef>& out) {
  for (const ir::ProcRef& p : instructions)
    if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
}

// Whether there are cases of the instruction with these set before it.
bool add_cases(const ir::ProcRef& p, const Companions& companions, std::uint64_t seed, Examined& out) {
  SpecifiedCases specified = specified_cases(*p, seed, companions);
  if (specified.cases.empty()) return false;
  add_new(called_with(p, companions), out.called);
  std::move(specified.cases.begin(), specified.cases.end(), std::back_inserter(out.cases));
  std::set<std::string> left_out{out.finding.left_out.begin(), out.finding.left_out.end()};
  left_out.merge(specified.left_out);
  out.finding.left_out = {left_out.begin(), left_out.end()};
  return true;
}

bool reads_any(const ir::Procedure& p, const std::set<std::string>& fields) {
  const std::set<std::string> read = fields_read(p);
  return std::any_of(fields.begin(), fields.end(), [&](const std::string& field) { return read.count(field) != 0; });
}

// Another instruction's body may be wrong, which its own finding says.
bool add_cases_of_reader(const Setter& setter, const ir::ProcRef& reader, const Aids& aids, std::uint64_t seed,
                         Examined& out) try {
  const Settings settings = settings_for(*reader, with_first(setter, aids.setters));
  return not_callable(*reader, {settings, aids.moves}).empty() && add_cases(reader, {settings, aids.moves}, seed, out);
} catch (const interp::InterpError&) { return false; } catch (const CheckError&) {
  return false;
}

// A setter does what the instructions that read its fields do then: all fields are read by one or other of these.
void add_readers(const Setter& setter, const Subjects& subjects, const Aids& aids, Examined& out) {
  std::set<std::string> left = setter.fields;
  for (const ir::ProcRef& p : subjects.library) {
    if (!p->instr || !reads_any(*p, left) || !add_cases_of_reader(setter, p, aids, subjects.seed, out)) continue;
    for (const std::string& field : fields_read(*p)) left.erase(field);
    out.finding.shown_by.push_back(p->name);
  }
  if (left.empty()) return;
  out.cases.clear();
  out.finding.shown_by.clear();
  out.finding.left_out.clear();
  out.finding.why = fmt::format("it writes {}, which the check cannot read back", fmt::join(left, ", "));
}

void add_own_cases(const ir::ProcRef& p, const Subjects& subjects, const Aids& aids, Examined& out) {
  const std::vector<Settings> choices = choices_of_settings(*p, aids.setters);
  out.finding.why = not_callable(*p, {choices.front(), aids.moves});
  if (!out.finding.why.empty()) return;
  for (const Settings& settings : choices)
    if (add_cases(p, {settings, aids.moves}, subjects.seed, out)) return;
  out.finding.why = "no operands were found that its asserts allow";
}

// No program can have such an operand: the memory or the instruction is wrong.
std::string not_held(const ir::Procedure& p) {
  for (const ir::Arg& a : p.args)
    if (!a.type.is_control() && a.mem->is_register() && !a.mem->register_type(a.type.scalar))
      return fmt::format("{} holds no {}, the type of {}: what it holds is in its `holds` lines", a.mem->name,
                         ir::name(a.type.scalar), a.name.text());
  return "";
}

Examined examined_one(const ir::ProcRef& p, const Subjects& subjects, const Aids& aids) {
  Examined out;
  out.finding.instruction = p;
  out.finding.stated = ir::stated_bound(*p);
  const auto fail = [&](const std::string& why) {
    out.finding.verdict = Verdict::failed;
    out.finding.why = why;
  };
  try {
    if (const std::string why = not_held(*p); !why.empty()) fail(why);
    else if (const auto setter = as_setter(p)) add_readers(*setter, subjects, aids, out);
    else add_own_cases(p, subjects, aids, out);
  } catch (const interp::InterpError& e) {
    fail("its body is wrong: " + e.diagnostic().message);
  } catch (const CheckError& e) { fail(e.diagnostic().message); }
  out.finding.cases = out.cases.size();
  return out;
}

}  // namespace

std::vector<Examined> examined(const Subjects& subjects, const std::function<void()>& done) {
  const Aids aids{setters_among(subjects.library), moves_among(subjects.library)};
  std::vector<Examined> out;
  for (const ir::ProcRef& p : subjects.instructions) {
    out.push_back(examined_one(p, subjects, aids));
    done();
  }
  return out;
}

}  // namespace tessera::conformance
