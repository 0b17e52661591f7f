// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/recorded.hpp"

#include <fmt/format.h>

#include <sstream>

#include "dsl/script/steps.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "dsl/support/license.hpp"

namespace tessera::script {
namespace {

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  throw InputError("trace", message, hint);
}

constexpr std::string_view mark = "# tessera trace ";

[[noreturn]] void no_trace(const std::string& path, const std::string& why) {
  fail(fmt::format("{} is not a trace: {}", path, why),
       "`tessera compile` writes traces; a schedule written by hand is run by `tessera compile FILE --sched`");
}

void check_version(const std::string& path, const std::string& version) {
  if (version == std::to_string(trace_version)) return;
  fail(fmt::format("{} is a trace of version {}; this is version {}", path, version, trace_version),
       "compile the program again with this tessera, or replay the trace with the one that wrote it");
}

// "word hash", split at the last blank.
std::pair<std::string, std::string> halves(const std::string& text) {
  std::size_t blank = text.rfind(' ');
  if (blank == std::string::npos) return {text, ""};
  return {text.substr(0, blank), text.substr(blank + 1)};
}

void read_fact(TraceHead& head, const std::string& label, const std::string& value) {
  if (label == "program") head.program = value;
  if (label == "hwlib") head.libraries.push_back(value);
  if (label == "lanes") head.length = std::strtoll(value.c_str(), nullptr, 10);
  if (label == "from") head.from.push_back(halves(value));
  if (label == "steps") {
    head.steps = std::strtoul(value.c_str(), nullptr, 10);
    head.hash = halves(value).second;
  }
  if (label == "result") std::tie(head.result, head.result_hash) = halves(value);
}

RecordedTrace read_schedule(const std::string& path, std::string text) {
  RecordedTrace out{path, {}, std::move(text)};
  std::istringstream in(out.text);
  std::string line;
  if (!std::getline(in, line) || !line.starts_with(mark)) no_trace(path, "its first line is not `# tessera trace 1`");
  check_version_of(path, out.text);
  while (std::getline(in, line) && line.starts_with("# ")) {
    std::size_t colon = line.find(": ");
    if (colon != std::string::npos) read_fact(out.head, line.substr(2, colon - 2), line.substr(colon + 2));
  }
  if (out.head.result_hash.empty()) no_trace(path, "its head lacks `# result: NAME HASH`");
  return out;
}

}  // namespace

TraceHead head_of(const Proc& p, const Inputs& inputs) {
  TraceHead out;
  out.program = inputs.program;
  for (const Library& l : inputs.libraries) out.libraries.push_back(l.given);
  if (const ir::Lanes* lanes = lanes_of(inputs)) out.length = lanes->length;
  for (const TraceRoot& root : trace_of(p, &inputs).roots)
    out.from.emplace_back(root.source.text(), definition_hash(*root.ir));
  out.steps = count_steps(p);
  out.hash = trace_hash(p);
  out.result = p.name();
  out.result_hash = definition_hash(p.ir());
  return out;
}

std::string print(const TraceHead& head) {
  std::string out = fmt::format("# tessera trace {}\n# {}\n", trace_version, output_license_line);
  if (!head.program.empty()) out += fmt::format("# program: {}\n", head.program);
  for (const std::string& l : head.libraries) out += fmt::format("# hwlib: {}\n", l);
  if (head.length) out += fmt::format("# lanes: {}\n", *head.length);
  for (const auto& [source, hash] : head.from) out += fmt::format("# from: {} {}\n", source, hash);
  out += fmt::format("# steps: {} {}\n", head.steps, head.hash);
  return out + fmt::format("# result: {} {}\n", head.result, head.result_hash);
}

void check_version_of(const std::string& path, const std::string& text) {
  if (text.starts_with(mark)) check_version(path, text.substr(mark.size(), text.find('\n') - mark.size()));
}

RecordedTrace trace_in(const std::string& path, const std::string& text) try {
  nlohmann::json j = parse_json(text, path);
  if (j.contains("trace")) j = nlohmann::json(j.at("trace"));  // of an evidence file
  check_version(path, j.at("version").dump());
  RecordedTrace out{path + " (steps)", {}, ""};
  TraceHead& head = out.head;
  head.program = j.at("program");
  head.libraries = j.at("hwlib").get<std::vector<std::string>>();
  if (j.contains("lanes")) head.length = j.at("lanes").get<std::int64_t>();
  for (const auto& root : j.at("from")) head.from.emplace_back(root.at("procedure"), root.at("hash"));
  head.hash = j.at("hash");
  head.result = j.at("result");
  head.result_hash = j.at("result_hash");
  for (const auto& start : j.at("starts")) out.text += start.get<std::string>() + "\n";
  for (const auto& step : j.at("steps")) out.text += step.at("call").get<std::string>() + "\n";
  head.steps = j.at("steps").size();
  return out;
} catch (const nlohmann::json::exception& e) { no_trace(path, e.what()); }

RecordedTrace read_trace(const std::string& path) {
  std::string text = read_file(path);
  return path.ends_with(".json") ? trace_in(path, text) : read_schedule(path, std::move(text));
}

}  // namespace tessera::script
