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

std::vector<std::string> features_here() {
  std::vector<std::string> out;
  for (const std::string& word : cpu_feature_words())
    if (tessera::cpu_has(*cpu_feature(word))) out.push_back(word);
  return out;
}

report::Json whether_it_runs(const std::string& library) {
  const std::string why = artifact::why_not_here(library, artifact::features_of_library(library));
  report::Json out{{"library", library}, {"runs", why.empty()}};
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string sentence_of(const report::Json& answer) {
  const std::string library = answer.at("library");
  if (answer.at("runs")) return library + " runs here";
  return fmt::format("{} does not run here: {}", library, answer.at("why").get<std::string>());
}

}  // namespace

void tell_host(bool json) {
  report::Json libraries = report::Json::array();
  for (const std::string& name : api::shipped_libraries()) libraries.push_back(whether_it_runs(name));
  const std::vector<std::string> features = features_here();
  if (json)
    return fmt::print(
        "{}\n",
        report::text_of(
            {{"cpu", host_cpu()}, {"family", host_family()}, {"features", features}, {"libraries", libraries}}));
  const std::string family = host_family();
  fmt::print("{}{}\nfeatures: {}\n", host_cpu(), family.empty() ? "" : fmt::format(" ({})", family),
             features.empty() ? "none that is known" : fmt::format("{}", fmt::join(features, " ")));
  for (const report::Json& library : libraries) fmt::print("{}\n", sentence_of(library));
}

void tell_features(bool json) {
  report::Json facts = report::Json::array();
  for (const std::string& word : cpu_feature_words()) {
    const bool is_here = tessera::cpu_has(*cpu_feature(word));
    facts.push_back({{"feature", word}, {"here", is_here}});
    if (!json) fmt::print("{:20} {}\n", word, is_here ? "here" : "-");
  }
  if (json) fmt::print("{}\n", report::text_of(facts));
}

void tell_whether_it_runs(const std::string& library, bool json) {
  const report::Json answer = whether_it_runs(library);
  fmt::print("{}\n", json ? report::text_of(answer) : sentence_of(answer));
  if (!answer.at("runs")) throw api::AlreadyReported{ExitCode::refused};
}

}  // namespace tessera::cli
