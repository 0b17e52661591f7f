// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/measured_schemes.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "artifact/sha256.hpp"
#include "dsl/support/host_cpu.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"

namespace tessera::kernels::conv {

namespace fs = std::filesystem;

fs::path store_file(const std::string& given) {
  if (!given.empty()) return given;
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (cache && *cache) return fs::path(cache) / "tessera" / "tuned.sqlite";
  if (home && *home) return fs::path(home) / ".cache" / "tessera" / "tuned.sqlite";
  throw InputError("store", "there is no folder for it: neither XDG_CACHE_HOME nor HOME is set", "--store FILE");
}

tuning::Place tuning_place(const std::string& compiler) {
  if (!is_program(compiler))
    throw InputError("compiler", fmt::format("there is no compiler '{}'", compiler),
                     "install it, or name another with --cc");
  return {host_cpu(), version_of(compiler), "-O2"};
}

std::string program_key(const ConvJob& job) {
  const std::string several = threads(job) > 1 ? fmt::format(" {} threads", threads(job)) : "";
  return artifact::sha256(fmt::format("{} {} {}{}\n{}", version(), job.target, job.from, several,
                                      kernels::conv::specification(conv_form(job), "conv")));
}

std::string tuned_scheme(const ConvJob& job, const tuning::Store& store) {
  const tuning::Measurements all = store.of(program_key(job));
  const bool is_any = !all.empty() && all[0].outcome == tuning::Measurement::Outcome::measured;
  return is_any ? all[0].scheme : "";
}

tuning::Store measured_schemes(const ConvJob& job) {
  const fs::path file = store_file(job.store);
  if (!fs::exists(file))
    throw InputError("store", fmt::format("there is no file {}", file.string()), "`tessera tune --store` makes one");
  return {file, tuning_place(job.store_compiler)};
}

void take_measured_scheme(ConvJob& job) {
  const tuning::Store store = measured_schemes(job);
  job.scheme = tuned_scheme(job, store);
  job.scheme_from = "measured";
  if (!job.scheme.empty() || threads(job) == 1) return;
  ConvJob alone = job;
  alone.threads = one_thread;
  job.scheme = tuned_scheme(alone, store);
  job.scheme_from = "measured on one thread";
}

}  // namespace tessera::kernels::conv
