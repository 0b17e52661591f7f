// SPDX-License-Identifier: Apache-2.0
// as_cpp PROGRAM PROCEDURE HWLIB TRACE: runs a trace that was written as C++ and linked in here, and compares the C
// with that of the trace itself.
#include <algorithm>
#include <cstdio>
#include <string>

#include "api/load.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/support/files.hpp"
#include "tessera/tessera.hpp"

tessera::Proc schedule(const tessera::Proc& start, const tessera::HardwareLibrary& library);

// A trace without the lines that say where its inputs lie, which depends on where it lies.
static std::string steps_of(const std::string& trace) {
  std::string out;
  for (std::size_t at = 0; at < trace.size();) {
    const std::size_t end = std::min(trace.find('\n', at), trace.size());
    if (trace.compare(at, 10, "# program:") != 0) out += trace.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

int main(int argc, char** argv) {
  using namespace tessera;
  if (argc != 5) return 2;
  try {
    Session session;
    HardwareLibrary library = session.hwlib(argv[3]);
    Proc as_cpp = schedule(session.program(argv[1])[argv[2]], library);

    api::Job job;
    job.file = argv[1];
    job.libraries = {argv[3]};
    api::Loaded loaded = api::load_unscheduled(job);
    loaded.inputs.any_start = true;
    script::RecordedTrace trace = script::read_trace(argv[4]);
    Proc as_schedule = script::evaluate(syntax::parse_schedule(trace.text, trace.name), loaded.inputs, loaded.context);

    bool same_c = c_source(as_cpp) == c_source(as_schedule),
         same_trace = steps_of(session.trace(as_cpp)) == steps_of(read_file(argv[4]));
    std::printf("%s: %s C, %s trace\n", as_cpp.name().c_str(), same_c ? "the same" : "another",
                same_trace ? "the same" : "another");
    return same_c && same_trace ? 0 : 1;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
