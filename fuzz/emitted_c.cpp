// SPDX-License-Identifier: Apache-2.0
#include "fuzz/emitted_c.hpp"

#include <stdexcept>

#include "codegen/conformance/machine.hpp"
#include "codegen/emit.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/dice.hpp"

namespace tessera::fuzz {
namespace {

using conformance::call_of, conformance::difference;
using conformance::Case, conformance::Guard, conformance::Machine, conformance::State;

constexpr int calls_wanted = 4, calls_tried = 16;

interp::ControlValues control(Dice& dice, const ir::Procedure& proc) {
  interp::ControlValues out;
  for (const ir::Arg& a : proc.args) {
    if (!a.type.is_control()) continue;
    const bool is_size = a.type.scalar == ir::Scalar::size;
    out[a.name] = a.type.scalar == ir::Scalar::bool_ ? dice.between(0, 1) : dice.between(is_size, is_size ? 8 : 3);
  }
  return out;
}

// Calls with results that the interpreter can compute.
void calls(const ir::Procedure& proc, std::vector<Case>& cases, std::vector<State>& expected) {
  Dice dice(1);
  for (int i = 0; i < calls_tried && static_cast<int>(cases.size()) < calls_wanted; ++i) {
    try {
      const auto seed = static_cast<std::uint64_t>(i);
      State state = interp::random_arguments<interp::Floats>(proc, control(dice, proc), seed);
      State result = state;
      interp::run(proc, result);
      cases.push_back(call_of(proc, state));
      cases.back().guard = i % 2 ? Guard::before : Guard::after;
      expected.push_back(std::move(result));
    } catch (const Error& e) {
      if (e.exit_code() == ExitCode::bug) throw;  // else outside of the preconditions
    }
  }
}

}  // namespace

std::optional<std::string> wrong_c(const Proc& p) {
  const std::vector<ir::ProcRef> procs{p.ref()};
  codegen::Emitted emitted;
  try {
    codegen::Options options;
    options.allow_spills = true;
    emitted = codegen::emit(procs, options);
  } catch (const CheckError&) { return std::nullopt; }  // a step in the middle of a schedule
  if (!emitted.features.empty()) return std::nullopt;
  std::vector<Case> cases;
  std::vector<State> expected;
  calls(p.ir(), cases, expected);
  const Machine machine = conformance::native_machines().front();
  if (cases.empty() || !machine.is_available()) return std::nullopt;
  try {
    const std::vector<State> found = run_on(machine, emitted, "", cases);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (const std::string d = difference(p.ir(), expected[i], found[i]); !d.empty()) return cases[i].call + ": " + d;
  } catch (const std::runtime_error& e) { return e.what(); }
  return std::nullopt;
}

}  // namespace tessera::fuzz
