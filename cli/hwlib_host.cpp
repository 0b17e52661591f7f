// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_host.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/load.hpp"
#include "artifact/host_target.hpp"
#include "artifact/report/facts.hpp"
#include "cli/commands.hpp"
#include "dsl/support/cpu.hpp"
#include "dsl/support/host_cpu.hpp"

namespace tessera::cli {
namespace {

struct Feature {
  std::string word;  ///< as hardware libraries say
  bool is_here = false;
};

std::vector<Feature> known_features() {
  std::vector<Feature> out;
  for (const std::string& word : cpu_feature_words()) out.push_back({word, tessera::cpu_has(*cpu_feature(word))});
  return out;
}

report::Json to_json(const std::vector<Feature>& features) {
  report::Json out = report::Json::array();
  for (const Feature& f : features) out.push_back({{"feature", f.word}, {"here", f.is_here}});
  return out;
}

std::vector<std::string> features_here() {
  std::vector<std::string> out;
  for (const Feature& f : known_features())
    if (f.is_here) out.push_back(f.word);
  return out;
}

struct HostAnswer {
  std::string library;
  std::string why_not;                               ///< empty: it runs here
  std::vector<std::string> missing_extensions = {};  ///< features that some of its instructions need
};

HostAnswer whether_it_runs(const std::string& library) {
  HostAnswer out{library, artifact::why_not_here(library, artifact::features_of_library(library))};
  if (out.why_not.empty()) out.missing_extensions = artifact::missing_extensions(library);
  return out;
}

std::string sentence_of(const HostAnswer& answer) {
  if (answer.why_not.empty() && answer.missing_extensions.empty()) return answer.library + " runs here";
  if (answer.why_not.empty())
    return fmt::format("{} runs here, but for instructions that need {}", answer.library,
                       fmt::join(answer.missing_extensions, " or "));
  return fmt::format("{} does not run here: {}", answer.library, answer.why_not);
}

report::Json to_json(const HostAnswer& answer) {
  report::Json out{{"library", answer.library}, {"runs", answer.why_not.empty()}};
  if (!answer.why_not.empty()) out["why"] = answer.why_not;
  if (!answer.missing_extensions.empty()) out["missing"] = answer.missing_extensions;
  return out;
}

struct Host {
  std::string cpu, family;            ///< its name; that of its figures, or empty
  std::vector<std::string> features;  ///< the words that hardware libraries use
  std::vector<HostAnswer> libraries;  ///< the shipped ones
};

Host this_host() {
  Host out{host_cpu(), host_family(), features_here(), {}};
  for (const std::string& name : api::shipped_libraries()) out.libraries.push_back(whether_it_runs(name));
  return out;
}

report::Json to_json(const Host& host) {
  report::Json libraries = report::Json::array();
  for (const HostAnswer& library : host.libraries) libraries.push_back(to_json(library));
  return {{"cpu", host.cpu}, {"family", host.family}, {"features", host.features}, {"libraries", libraries}};
}

void print(const Host& host) {
  fmt::print("{}{}\nfeatures: {}\n", host.cpu, host.family.empty() ? "" : fmt::format(" ({})", host.family),
             host.features.empty() ? "none that is known" : fmt::format("{}", fmt::join(host.features, " ")));
  for (const HostAnswer& library : host.libraries) fmt::print("{}\n", sentence_of(library));
}

}  // namespace

void tell_host(bool json) {
  const Host host = this_host();
  if (json) return fmt::print("{}\n", report::text_of(to_json(host)));
  print(host);
}

void tell_features(bool json) {
  const std::vector<Feature> all = known_features();
  if (json) return fmt::print("{}\n", report::text_of(to_json(all)));
  for (const Feature& f : all) fmt::print("{:20} {}\n", f.word, f.is_here ? "here" : "-");
}

void tell_whether_it_runs(const std::string& library, bool json) {
  const HostAnswer answer = whether_it_runs(library);
  fmt::print("{}\n", json ? report::text_of(to_json(answer)) : sentence_of(answer));
  if (!answer.why_not.empty()) throw api::AlreadyReported{ExitCode::refused};
}

}  // namespace tessera::cli
