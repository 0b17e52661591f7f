// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// The form of the traces that are written here. Another one is another language: it is not read.
constexpr int trace_version = 1;

/// What a trace says of itself above its steps.
struct TraceHead {
  std::string program;                                    ///< file, as seen from the trace's folder; "" for a text
  std::vector<std::string> libraries;                     ///< names, or paths as seen from the trace's folder
  std::vector<std::pair<std::string, std::string>> from;  ///< procedures as written (`program.conv`), definition_hash
  std::size_t steps = 0;
  std::string hash;         ///< trace_hash
  std::string result;       ///< name of the last procedure
  std::string result_hash;  ///< its definition_hash
};
/// With program and libraries as they were given.
TraceHead head_of(const Proc&, const Inputs&);
/// As comment lines; the first is the version.
std::string print(const TraceHead&);

/// A trace read back from a file.
struct RecordedTrace {
  std::string name;  ///< of the file, for the places of errors
  TraceHead head;
  std::string text;  ///< the steps as a schedule
};
/// Reads what trace_file or trace_json wrote, or that within an evidence file, told apart by the name's end. Throws
/// InputError: no trace, or one of another version.
RecordedTrace read_trace(const std::string& path);

/// Throws InputError when a schedule's text says that it is a trace of another version.
void check_version_of(const std::string& path, const std::string& text);

}  // namespace tessera::script
