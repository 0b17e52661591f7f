// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// The version of the trace format. Other versions are refused.
constexpr int trace_version = 1;

/// The head of a trace, above its steps.
struct TraceHead {
  std::string program;                                    ///< file, relative to the trace's folder; "" for a text
  std::vector<std::string> libraries;                     ///< names, or paths relative to the trace's folder
  std::vector<std::pair<std::string, std::string>> from;  ///< procedures as written (`program.conv`), definition_hash
  std::optional<std::int64_t> length;                     ///< of the number of lanes, where a library has one
  std::size_t steps = 0;
  std::string hash;         ///< trace_hash
  std::string result;       ///< name of the last procedure
  std::string result_hash;  ///< its definition_hash
};
/// Program and libraries are named as in `Inputs`.
TraceHead head_of(const Proc&, const Inputs&);
/// As comment lines; the first is the version.
std::string print(const TraceHead&);

/// A trace read back from a file.
struct RecordedTrace {
  std::string name;  ///< of the file, for the places of errors
  TraceHead head;
  std::string text;  ///< the steps as a schedule
};
/// Reads the output of trace_file or trace_json, or the trace in an evidence file, by the file's extension. Throws
/// InputError for other files and versions.
RecordedTrace read_trace(const std::string& path);

/// The same from the text of one in JSON, which `path` holds.
RecordedTrace trace_in(const std::string& path, const std::string& json);

/// Throws InputError when a schedule's text is marked as a trace of another version.
void check_version_of(const std::string& path, const std::string& text);

}  // namespace tessera::script
