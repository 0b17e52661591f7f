// SPDX-License-Identifier: Apache-2.0
#include "artifact/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "artifact/evidence_record.hpp"
#include "artifact/lengths.hpp"
#include "artifact/report/validation.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using report::Json;

Diagnostic about(const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "evidence";
  d.message = message;
  d.hint = hint;
  return d;
}

[[noreturn]] void unreadable_evidence(const std::string& path, const std::string& why) {
  throw InputError(
      about(fmt::format("{} is not evidence: {}", path, why), "`tessera compile` writes KERNEL.evidence.json"));
}

// The data to read before anything can be established.
struct Recorded {
  std::string path, folder, text;
  Json claims, made_by;
  Whereabouts names, here;
  script::RecordedTrace trace;
  CompileOptions options;
  std::vector<script::RecordedTrace> other_lengths = {};
};

void check_version(const std::string& path, const Json& claims) {
  const Json& version = claims.at("evidence");
  if (version == evidence_version) return;
  throw InputError(
      about(fmt::format("{} is evidence of version {}; this is version {}", path, version.dump(), evidence_version),
            "verify it with the tessera that wrote it, or compile the kernel again with this one"));
}

Recorded read_evidence(const std::string& path) try {
  Recorded r{path, fs::path(path).parent_path().string(), read_file(path), {}, {}, {}, {}, {}, {}};
  if (r.folder.empty()) r.folder = ".";
  r.claims = parse_json(r.text, path);
  check_version(path, r.claims);
  r.made_by = r.claims.at("made_by");
  const Json& files = r.claims.at("sources");
  r.names.program = files.at("program").at("file");
  for (const Json& l : files.at("libraries")) r.names.libraries.push_back(l.at("library"));
  r.here.program = found_from(r.folder, r.names.program);
  if (!std::filesystem::exists(r.here.program))
    throw InputError("file", fmt::format("cannot read {}: there is no such file", r.here.program),
                     "the evidence names it relative to its own folder; put the file there, or beside the evidence");
  for (const std::string& l : r.names.libraries) r.here.libraries.push_back(is_path(l) ? found_from(r.folder, l) : l);
  r.trace = script::read_trace(path);
  if (r.claims.contains("lanes"))
    for (const Json& other : r.claims.at("lanes").at("others"))
      r.other_lengths.push_back(script::trace_in(path, other.at("trace").dump()));
  r.options.output = r.folder;
  r.options.stem = r.claims.at("stem");
  r.options.prefix = r.claims.at("prefix");
  r.options.validate = r.claims.at("validation") != not_validated;
  r.options.allow_spills = r.claims.value("allows_spills", false);
  return r;
} catch (const Json::exception& e) { unreadable_evidence(path, e.what()); }

std::string shown(const Json& value) {
  constexpr std::size_t enough = 100;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= enough ? text : text.substr(0, enough) + "…";
}

// One line for each claim that was not established.
std::vector<std::string> differences(const Json& then, const Json& now) {
  std::vector<std::string> out;
  const nlohmann::json a = nlohmann::json::parse(report::text_of(then)),
                       b = nlohmann::json::parse(report::text_of(now));
  for (const nlohmann::json& change : nlohmann::json::diff(a, b)) {
    std::string at = change.at("path");
    const std::string kind = change.at("op");
    const nlohmann::json::json_pointer place(at);
    if (at.ends_with("/-")) at.resize(at.size() - 2);  // after the last element
    if (kind == "add")
      out.push_back(fmt::format("{}: missing in the file, {} was established", at, shown(change.at("value"))));
    else if (kind == "remove")
      out.push_back(fmt::format("{}: {} in the file, nothing of it was established", at, shown(a.at(place))));
    else
      out.push_back(
          fmt::format("{}: {} in the file, {} was established", at, shown(a.at(place)), shown(change.at("value"))));
  }
  return out;
}

[[noreturn]] void does_not_hold(const Recorded& r, const std::vector<std::string>& what, const std::string& hint) {
  constexpr std::size_t enough = 6;
  Diagnostic d = about(fmt::format("{} does not hold: {}", r.path, what.front()), hint);
  for (std::size_t i = 1; i < std::min(what.size(), enough); ++i) d.notes.push_back({{}, what[i]});
  if (what.size() > enough) d.notes.push_back({{}, fmt::format("and {} more", what.size() - enough)});
  throw CheckError(d);
}

void check_sources(const Recorded& r) {
  const Json now = sources_on_record(read_file(r.here.program), r.here, r.names);
  std::vector<std::string> changed = differences({{"sources", r.claims.at("sources")}}, {{"sources", now}});
  if (changed.empty()) return;
  does_not_hold(r, changed, "the evidence is for other sources: take those, or compile the kernel again");
}

api::Loaded replayed(const Recorded& r, const script::RecordedTrace& trace) {
  api::Job job;
  job.length = trace.head.length;
  job.file = r.here.program;
  job.libraries = r.here.libraries;
  api::Loaded loaded = api::load_unscheduled(job);
  loaded.inputs.any_start = true;
  loaded.scheduled = script::evaluate(syntax::parse_schedule(trace.text, trace.name), loaded.inputs, loaded.context);
  return loaded;
}

api::Loaded replayed(const Recorded& r) {
  api::Loaded out = replayed(r, r.trace);
  for (const script::RecordedTrace& trace : r.other_lengths) out.other_lengths.push_back(replayed(r, trace));
  if (!out.other_lengths.empty() && !script::lanes_of(out.inputs))
    unreadable_evidence(r.path, "its libraries have no number of lanes");
  return out;
}

void check_claims(const Recorded& r, const Json& now) {
  std::vector<std::string> wrong = differences(r.claims, now);
  if (!wrong.empty())
    does_not_hold(
        r, wrong,
        "the file or a library's conformance.json was changed, or another tessera wrote it: compile the kernel "
        "again");
  // Repeated claims, and other spellings of numbers, would be ambiguous.
  if (r.text != report::text_of(now) + "\n")
    does_not_hold(r, {"its claims are not written as `tessera compile` writes them"}, "compile the kernel again");
}

void check_file(const Recorded& r, const std::string& name, const std::string& wanted) {
  const std::string found = read_file(fs::path(r.folder) / name);
  if (found == wanted) return;
  const auto differs = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end()).first;
  does_not_hold(r,
                {fmt::format("{} is not what the steps give, from line {} on", name,
                             1 + std::count(found.begin(), differs, '\n'))},
                "the file was changed after it was written: compile the kernel again");
}

// `lengths`: "VL = 4, 8" where each was proved again; empty without a number of lanes.
void print_text(const Recorded& r, const Compiled& made, const report::ValidationReport& validation, std::size_t steps,
                const std::string& lengths) {
  fmt::print("{}: {} steps, {} obligations of the steps and {} of the result proved again{}{}\n", r.path, steps,
             made.steps.affine + made.steps.z3, made.result.affine + made.result.z3,
             lengths.empty() ? "" : ", for each of ", lengths);
  fmt::print("{0}.c and {0}.h are what the steps give, byte for byte\n{1}", made.stem, report::to_text(validation));
  if (r.made_by != made_by())
    fmt::print("established by {}; the file was made by {}\n", shown(made_by()), shown(r.made_by));
  const std::size_t assumed = validation.unsafe.size();
  fmt::print("every claim of the file holds{}\n",
             assumed == 0 ? "" : fmt::format(", with {} assumed", syntax::counted(assumed, "condition", "conditions")));
}

void print_json(const Recorded& r, const Compiled& made, const report::ValidationReport& validation,
                std::size_t steps) {
  Json obligations{{"affine", made.steps.affine + made.result.affine}, {"z3", made.steps.z3 + made.result.z3}};
  fmt::print("{}\n", report::text_of({{"evidence", r.path},
                                      {"holds", true},
                                      {"name", r.claims.at("name")},
                                      {"steps", steps},
                                      {"obligations", obligations},
                                      {"validation", report::to_json(validation)},
                                      {"unsafe", validation.unsafe}}));
}

// A comparison on record was made with the usual limit of work.
validate::Validation compared(const Proc& p, const Compiled& made, validate::Options options) {
  const validate::Options usual;
  if (made.validation && options.fuel == usual.fuel && options.seed == usual.seed) return *made.validation;
  options.modulo = script::changed_fields(p);
  return validate::equivalent(script::reference(p), p.ir(), options);
}

}  // namespace

std::string evidence_text(const api::Loaded& loaded, const CompileOptions& options, const Compiled& made) {
  return report::text_of(evidence_on_record(loaded, options, made, seen_from(options, loaded.inputs))) + "\n";
}

void verify_evidence(const std::string& path, const validate::Options& comparison, bool json) {
  const Recorded r = read_evidence(path);
  check_sources(r);
  const api::Loaded loaded = replayed(r);
  const Proc& p = loaded.scheduled;
  const Compiled made = compile(loaded, r.options);
  Json now = evidence_on_record(loaded, r.options, made, r.names);
  now["made_by"] = r.made_by;  // history, which nothing can establish
  check_claims(r, now);
  check_file(r, made.stem + ".c", made.c.source);
  check_file(r, made.stem + ".h", made.c.header);
  for (const OutputFile& file : made.own.files) check_file(r, file.name, file.contents);
  const report::ValidationReport validation{compared(p, made, comparison), script::reassociating_steps(p),
                                            script::unsafe_conditions(p)};
  const std::size_t steps = script::count_steps(p);
  json ? print_json(r, made, validation, steps)
       : print_text(r, made, validation, steps, loaded.other_lengths.empty() ? "" : lengths_text(loaded));
}

}  // namespace tessera::artifact
