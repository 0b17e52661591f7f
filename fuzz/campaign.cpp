// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign.hpp"

#include <chrono>

#include <nlohmann/json.hpp>

#include "fuzz/isolate.hpp"
#include "fuzz/procedures.hpp"
#include "fuzz/replace.hpp"
#include "fuzz/shrink.hpp"
#include "fuzz/texts.hpp"

namespace tessera::fuzz {
namespace {

using Json = nlohmann::json;

constexpr int seconds_per_case = 60;

Json to_json(const Finding& f) {
  return {{"kind", f.kind},
          {"primitive", f.primitive},
          {"message", f.message},
          {"program", f.program},
          {"schedule", f.schedule}};
}

Finding finding_of(const Json& j) {
  return {j.at("kind"), j.at("primitive"), j.at("message"), j.at("program"), j.at("schedule")};
}

Json to_json(const CaseResult& r) {
  const Counts& c = r.counts;
  Json primitives = Json::object();
  for (const auto& [name, n] : c.primitives) primitives[name] = {n.tried, n.accepted, n.refused, n.undecided};
  Json out{{"primitives", primitives},
           {"conservative", c.conservative},
           {"numbers", {c.programs, c.accepted, c.compiled, c.undecided, c.texts, c.read, c.reordered}}};
  if (r.finding) out["finding"] = to_json(*r.finding);
  return out;
}

CaseResult result_of(const Json& j) {
  CaseResult out;
  for (const auto& [name, n] : j.at("primitives").items()) out.counts.primitives[name] = {n[0], n[1], n[2], n[3]};
  out.counts.conservative = j.at("conservative").get<std::map<std::string, int>>();
  const Json& n = j.at("numbers");
  out.counts.programs = n[0], out.counts.accepted = n[1], out.counts.compiled = n[2];
  out.counts.undecided = n[3], out.counts.texts = n[4], out.counts.read = n[5], out.counts.reordered = n[6];
  if (j.contains("finding")) out.finding = finding_of(j.at("finding"));
  return out;
}

std::string text_of(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

// A crash or hang, with the last journal entry.
Finding abrupt(const Isolated& end) {
  Finding out{};
  if (!end.journal.empty()) out = finding_of(Json::parse(end.journal));
  out.kind = end.end == Isolated::End::hung ? "hang" : "crash";
  out.message = out.kind == "hang" ? "no end in sight" : "ended by signal " + std::to_string(end.signal);
  return out;
}

using Work = std::function<CaseResult(const Journal&)>;

CaseResult in_its_own_process(const Work& work, int seconds) {
  const Isolated end = isolated(
      [&](const std::function<void(const std::string&)>& write) {
        return text_of(to_json(work([&](const Finding& f) { write(text_of(to_json(f))); })));
      },
      seconds);
  if (end.end == Isolated::End::done && !end.result.empty()) return result_of(Json::parse(end.result));
  CaseResult out;
  out.finding = abrupt(end);
  return out;
}

// Sizes and data depend on the case, and stay fixed while its finding is shrunk.
Settings settings_of(const Campaign& campaign, std::size_t number) {
  Settings out = campaign.settings;
  out.data_seed = Dice(campaign.seed, number).below(SIZE_MAX);
  return out;
}

std::optional<Finding> again(const Finding& f, const Campaign& campaign, std::size_t number) {
  const bool is_text = campaign.target == Target::text || campaign.target == Target::library;
  const Work work = [&](const Journal& journal) {
    journal(f);
    CaseResult out;
    const Settings settings = settings_of(campaign, number);
    out.finding = is_text                                 ? read_again(f)
                  : campaign.target == Target::procedures ? show_derivation_again(f, settings)
                                                          : show_again(f, settings);
    return out;
  };
  return in_its_own_process(work, f.kind == "hang" ? 5 : seconds_per_case).finding;
}

Finding made_small(const Finding& f, const Campaign& campaign, std::size_t number) {
  Finding last = f;
  const Finding out = shrunk(f, [&](const Finding& smaller) {
    const std::optional<Finding> shown = again(smaller, campaign, number);
    if (!shown || !shown->same_failure(f)) return false;
    last.message = shown->message;
    return true;
  });
  Finding small = out;
  small.message = last.message;
  return small;
}

}  // namespace

std::string_view name(Target t) {
  switch (t) {
    case Target::steps: return "steps";
    case Target::replace: return "replace";
    case Target::procedures: return "procedures";
    case Target::text: return "text";
    case Target::library: return "library";
  }
  return "";
}

std::optional<Target> target_named(std::string_view word) {
  for (Target t : {Target::steps, Target::replace, Target::procedures, Target::text, Target::library})
    if (name(t) == word) return t;
  return std::nullopt;
}

CaseResult run_case(const Campaign& campaign, std::size_t number, const Journal& journal) {
  Dice dice(campaign.seed, number);
  const Settings settings = settings_of(campaign, number);
  switch (campaign.target) {
    case Target::steps: return random_steps(dice, settings, journal, number);
    case Target::replace: return random_replace(dice, settings, journal);
    case Target::procedures: return random_derivations(dice, settings, journal, number);
    case Target::text: return random_text(dice, settings, journal);
    case Target::library: return random_library_text(dice, campaign.library_texts, journal);
  }
  return {};
}

Outcome run(const Campaign& campaign, const std::function<void(const Outcome&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  Outcome out;
  for (std::size_t i = campaign.first; i < campaign.first + campaign.count; ++i) {
    const CaseResult r =
        in_its_own_process([&](const Journal& journal) { return run_case(campaign, i, journal); }, seconds_per_case);
    out.counts += r.counts;
    ++out.cases;
    bool is_new = r.finding && (campaign.primitive.empty() || r.finding->primitive == campaign.primitive);
    for (const Numbered& known : out.findings) is_new = is_new && !known.finding.same_failure(*r.finding);
    if (is_new) out.findings.push_back({i, campaign.shrink ? made_small(*r.finding, campaign, i) : *r.finding});
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress(out);
    if (out.findings.size() >= campaign.max_findings) break;
    if (campaign.minutes > 0 && out.seconds > 60 * campaign.minutes) break;
  }
  return out;
}

}  // namespace tessera::fuzz
