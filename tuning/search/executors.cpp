// SPDX-License-Identifier: Apache-2.0
// The one list of executors: another kind of cluster is one more line.
#include "tuning/search/executors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/measured_schemes.hpp"

namespace tessera::tuning {
namespace {

std::unique_ptr<Executor> local(const TunerOptions&, const HostId& here) { return local_executor(here); }

std::unique_ptr<Executor> slurm(const TunerOptions& o, const HostId& here) {
  SlurmOptions options = o.slurm;
  if (options.folder.empty()) options.folder = kernels::conv::store_file(o.store).replace_extension(".slurm");
  options.time_limit = o.solver.time_limit;
  return slurm_executor(here, options);
}

struct KnownExecutor {
  const char* name;
  std::unique_ptr<Executor> (*make)(const TunerOptions&, const HostId&);
};
constexpr KnownExecutor known_executors[] = {{"local", local}, {"slurm", slurm}};

}  // namespace

std::vector<std::string> executor_names() {
  std::vector<std::string> out;
  for (const KnownExecutor& known : known_executors) out.emplace_back(known.name);
  return out;
}

std::unique_ptr<Executor> executor_of(const TunerOptions& o, const HostId& here) {
  for (const KnownExecutor& known : known_executors)
    if (known.name == o.executor) return known.make(o, here);
  throw InputError("executor", fmt::format("there is no executor '{}'", o.executor),
                   fmt::format("one of {}", fmt::join(executor_names(), ", ")));
}

}  // namespace tessera::tuning
