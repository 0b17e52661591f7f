// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"

#include <sstream>
#include <stdexcept>

#include "api/load.hpp"
#include "dsl/support/files.hpp"
#include "examples/library/kernels.hpp"

namespace tessera::mutate {
namespace {

const std::string examples_folder = std::string(TESSERA_SOURCE_DIR) + "/examples/";

Proc from_library(const std::string& target, const std::string& name) {
  for (const examples::Kernel& kernel : examples::library_kernels()) {
    if (kernel.name != name) continue;
    Session session;
    const schedules::VectorTarget vectors = session.hwlib(target).vectors();
    return kernel.schedule(session.proc_from_file(LIBRARY_TESS, name), vectors);
  }
  throw std::runtime_error("no kernel " + name + " in examples/library");
}

Subject subject(const std::string& line) {
  std::istringstream words(line);
  Subject out;
  api::Job job;
  std::string file, schedule;
  words >> out.name >> out.target >> file >> job.proc >> schedule;
  out.name += " " + out.target;
  for (std::string setting; words >> setting;) job.settings.push_back(setting);
  if (schedule == "library") {
    out.scheduled = from_library(out.target, job.proc);
    return out;
  }
  job.file = examples_folder + file;
  job.schedule = examples_folder + schedule;
  job.libraries = {out.target};
  out.scheduled = api::load(job).scheduled;
  return out;
}

}  // namespace

std::vector<Subject> read_subjects(const std::string& path) {
  std::istringstream lines(read_file(path));
  std::vector<Subject> out;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') out.push_back(subject(line));
  return out;
}

}  // namespace tessera::mutate
