// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/measured_schemes.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "artifact/sha256.hpp"
#include "dsl/support/files.hpp"
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

tuning::HostId tuning_place(const std::string& compiler) {
  if (!is_program(compiler))
    throw InputError("compiler", fmt::format("there is no compiler '{}'", compiler),
                     "install it, or name another with --cc");
  return {host_cpu(), version_of(compiler), "-O2"};
}

std::string program_key(const ConvRequest& request) {
  const std::int64_t threads = count(request.threads);
  return artifact::sha256(fmt::format("{} {} {}{}\n{}", version(), request.target, name(request.pack_from),
                                      threads > 1 ? fmt::format(" {} threads", threads) : "",
                                      specification(form(request), "conv")));
}

std::optional<schemes::Scheme> best_known_scheme(const ConvRequest& request, const tuning::Store& store) {
  const tuning::Measurements all = store.of(program_key(request));
  if (all.empty() || all[0].outcome != tuning::Measurement::Outcome::measured) return std::nullopt;
  return schemes::parse(all[0].scheme);
}

tuning::Store opened(const MeasuredStore& store) {
  const fs::path file = store_file(store.file);
  if (!is_there(file))
    throw InputError("store", fmt::format("there is no file {}", file.string()), "`tessera tune --store` makes one");
  return {file, tuning_place(store.compiler)};
}

std::optional<SourcedScheme> measured_scheme(const ConvRequest& request, const MeasuredStore& which) {
  const tuning::Store store = opened(which);
  if (const auto scheme = best_known_scheme(request, store)) return SourcedScheme{*scheme, SchemeSource::measured};
  if (count(request.threads) == 1) return std::nullopt;
  ConvRequest alone = request;
  alone.threads = one_thread;
  const auto scheme = best_known_scheme(alone, store);
  if (!scheme) return std::nullopt;
  return SourcedScheme{*scheme, SchemeSource::measured_on_one_thread};
}

}  // namespace tessera::kernels::conv
