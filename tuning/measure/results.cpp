// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/results.hpp"
#include "tuning/measure/batch_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace tessera::tuning {
namespace {

using report::Json;

// ---- a wrong result as data, to be thrown again by another process

Json facts_of(const Diagnostic& d) {
  Json out{{"code", d.code}, {"message", d.message}, {"rule", d.rule}, {"hint", d.hint}, {"notes", Json::array()}};
  for (const Note& n : d.notes) out["notes"].push_back(n.text);
  return out;
}

Diagnostic diagnostic_of(const Json& j) {
  Diagnostic out;
  out.code = j.at("code"), out.message = j.at("message"), out.rule = j.at("rule"), out.hint = j.at("hint");
  for (const Json& text : j.at("notes")) out.notes.push_back({{}, text});
  return out;
}

// ---- lines

std::string line_of(const TuneResult& r) {
  Json out{{"machine", r.place.machine}, {"compiler", r.place.compiler}, {"flags", r.place.flags}, {"node", r.node}};
  out["measurements"] = Json::array();
  for (const tuning::Measurement& m : r.measurements) out["measurements"].push_back(json_of(m));
  if (r.wrong) out["wrong"] = facts_of(r.wrong->diagnostic());
  return report::text_of(out, -1) + "\n";
}

TuneResult result_of(const Json& j) {
  TuneResult out{{j.at("machine"), j.at("compiler"), j.at("flags")}, j.at("node"), {}};
  for (const Json& m : j.at("measurements")) out.measurements.push_back(measurement_of(m));
  if (j.contains("wrong")) out.wrong = CheckError(diagnostic_of(j.at("wrong")));
  return out;
}

std::optional<TuneResult> result_of(const std::string& line) try {
  return result_of(Json::parse(line));
} catch (const Json::exception&) { return std::nullopt; } catch (const InputError&) {
  return std::nullopt;
}

std::string node() {
  const char* name = std::getenv("SLURMD_NODENAME");
  return name ? name : "";
}

}  // namespace

ResultsWriter::ResultsWriter(const std::filesystem::path& path, tuning::HostId place)
    : path_(path), place_(std::move(place)), file_(std::fopen(path.c_str(), "ae"), std::fclose) {
  if (!file_) throw InputError("output", fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
}

void ResultsWriter::add(const tuning::Measurements& all) { add(TuneResult{place_, node(), all}); }
void ResultsWriter::add(const CheckError& wrong) { add(TuneResult{place_, node(), {}, wrong}); }

void ResultsWriter::add(const TuneResult& r) {
  const std::string line = line_of(r);
  const bool is_written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size();
  if (!is_written || std::fflush(file_.get()) != 0)
    throw InputError("output", fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

std::vector<TuneResult> ResultsReader::more() {
  // Reopened each time: only then does a network file system see other writers' data.
  std::ifstream in(path_, std::ios::binary);
  in.seekg(read_);
  std::ostringstream text;
  text << in.rdbuf();
  const std::string all = text.str();
  std::vector<TuneResult> out;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = all.find('\n', begin)) != std::string::npos; begin = end + 1)
    if (auto result = result_of(all.substr(begin, end - begin))) out.push_back(std::move(*result));
  read_ += static_cast<std::streamoff>(begin);
  return out;
}

}  // namespace tessera::tuning
