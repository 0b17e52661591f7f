// SPDX-License-Identifier: Apache-2.0
#include "artifact/bench_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>
#include <sstream>

#include "artifact/c_compiler.hpp"
#include "artifact/compile.hpp"
#include "artifact/host_target.hpp"
#include "codegen/bench_program/bench_program.hpp"
#include "dsl/interp/control.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/host_cpu.hpp"
#include "dsl/support/process.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// ---- sizes that are asked for

using Sizes = std::map<std::string, std::int64_t>;

std::vector<std::string> control_names(const ir::Procedure& p) {
  const ir::Names names(p);
  std::vector<std::string> out;
  for (const ir::Arg& a : p.args)
    if (a.type.is_control()) out.push_back(names.of(a.name));
  return out;
}

[[noreturn]] void refuse_sizes(const std::string& message, const ir::Procedure& p) {
  const std::vector<std::string> names = control_names(p);
  std::string hint = "all sizes of " + p.name + " are fixed: leave them out";
  if (!names.empty())
    hint = fmt::format("give each of its sizes a value, as in --bench {}=64", fmt::join(names, "=64,"));
  throw InputError("bench", message, hint);
}

std::int64_t value_of(const std::string& choice, const std::string& word, const ir::Procedure& p) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    refuse_sizes(fmt::format("--bench {}: '{}' is no whole number", choice, word), p);
  return value;
}

Sizes parsed(const std::string& choice, const ir::Procedure& p) {
  const std::vector<std::string> names = control_names(p);
  Sizes out;
  std::istringstream words(choice);
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals == std::string::npos)
      refuse_sizes(fmt::format("--bench {}: '{}' is no name=value (and FILE comes before --bench)", choice, word), p);
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse_sizes(fmt::format("--bench {}: {} has no size {}", choice, p.name, name), p);
    if (!out.emplace(name, value_of(choice, word.substr(equals + 1), p)).second)
      refuse_sizes(fmt::format("--bench {}: {} is given twice", choice, name), p);
  }
  for (const std::string& name : names)
    if (!out.count(name)) refuse_sizes(fmt::format("--bench {}: {} is not given", choice, name), p);
  return out;
}

// Values of the arguments of a procedure, which has them in this order.
class Values : public interp::ControlScope {
 public:
  Values(const ir::Procedure& p, const std::vector<std::string>& names, const Sizes& sizes) {
    std::size_t i = 0;
    for (const ir::Arg& a : p.args)
      if (a.type.is_control()) values_[a.name] = sizes.at(names.at(i++));
  }
  std::int64_t variable(ir::Sym s) const override { return values_.at(s); }
  std::int64_t stride(ir::Sym, int) const override { bug("a stride has no value here"); }
  std::int64_t config(const std::string&, const std::string&) const override { bug("a field has no value here"); }

 private:
  std::map<ir::Sym, std::int64_t> values_;
};

bool mentions_memory(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) { found = found || x.as<ir::StrideOf>() || x.as<ir::ReadConfig>(); });
  return found;
}

// Preconditions on sizes; those on strides are the program's to satisfy.
void check_allowed(const std::string& choice, const Sizes& sizes, const ir::Procedure& p,
                   const std::vector<std::string>& names) {
  const Values values(p, names, sizes);
  const ir::Names printed(p);
  for (const ir::Arg& a : p.args)
    if (a.type.scalar == ir::Scalar::size && values.variable(a.name) < 1)
      refuse_sizes(fmt::format("--bench {}: the size {} is below 1", choice, printed.of(a.name)), p);
  for (const ir::Expr& e : p.asserts)
    if (!mentions_memory(e) && !interp::evaluate(e, values))
      throw InputError("bench", fmt::format("--bench {}: {} requires {}", choice, p.name, ir::print(e, printed)),
                       "sizes must satisfy all preconditions");
}

// ---- compilers

// What this machine lacks, or nothing.
std::string what_is_missing(const api::Loaded& loaded, const codegen::Emitted& c) {
  for (const std::string& feature : c.features) {
    bool is_there = loaded.inputs.libraries.empty();
    for (const script::Library& l : loaded.inputs.libraries)
      is_there = is_there || missing_feature(l.given, {feature}).empty();
    if (!is_there) return fmt::format("this CPU has no {}", feature);
  }
  return "";
}

std::string build_line(const std::string& stem, const codegen::Emitted& c) {
  return fmt::format("cc -std=gnu11 -O3{}{} {}_bench.c {}.c -lm", c.flags.empty() ? "" : " ", fmt::join(c.flags, " "),
                     stem, stem);
}

[[noreturn]] void cannot_run(const std::string& why, const Compiled& made, const fs::path& folder) {
  Diagnostic d;
  d.code = "bench";
  d.message = fmt::format("not timed: {}", why);
  d.hint = fmt::format("{} is written; build and run it where that is not so: {}",
                       (folder / (made.stem + "_bench.c")).string(), build_line(made.stem, made.c));
  throw Error(ExitCode::undecided, d);
}

std::vector<std::string> installed_compilers() {
  std::vector<std::string> out;
  for (const char* name : {"gcc", "clang"})
    if (is_program(name)) out.push_back(name);
  return out;
}

std::vector<std::string> output_lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

// ---- one run

[[noreturn]] void failed(const std::string& compiler, const ProcessResult& run) {
  constexpr int wrong = 1, no_program = 127, signals = 128;
  Diagnostic d;
  d.code = "bench";
  if (!run.output.empty()) d.notes.push_back({{}, run.output});
  if (run.status == wrong) {
    d.message =
        fmt::format("what the kernel computes, compiled by {}, is not what the procedure as written does", compiler);
    d.hint = "a procedure's instructions may differ from their bodies: `tessera hwlib check` runs them";
    throw CheckError(d);
  }
  d.message = fmt::format("the program that {} compiled ended with status {}", compiler, run.status);
  if (run.status == no_program || run.status == no_program - 1)
    d.message = fmt::format("the program that {} compiled does not run on this machine", compiler);
  if (run.status > signals)
    d.message = fmt::format("the program that {} compiled was ended by signal {}{}", compiler, run.status - signals,
                            run.status - signals == SIGILL ? ": this CPU lacks an instruction" : "");
  d.hint = "other sizes with --bench, or another compiler with --cc";
  throw InputError(d);
}

Json measurements(const std::string& compiler, const ProcessResult& run) {
  Json out = Json::array();
  for (const std::string& line : output_lines(run.output)) {
    Json one = Json::parse(line, nullptr, false);
    if (!one.is_object()) failed(compiler, {run.status, run.output});
    out.push_back(std::move(one));
  }
  return out;
}

// The line of a compiler's text that says most.
std::string first_error(const std::string& text) {
  const std::vector<std::string> lines = output_lines(text + "\n");
  const auto at = std::find_if(lines.begin(), lines.end(),
                               [](const std::string& line) { return line.find("error") != std::string::npos; });
  return at == lines.end() ? lines.front() : *at;
}

void announce(const std::string& compiler) {
  if (::isatty(STDERR_FILENO)) fmt::print(stderr, "compiling with {}, and timing\n", compiler);
}

// A row of the program, which may say of sizes that they are left out. Operations per nanosecond are 1e9 in a second.
Json with_rates(const std::string& compiler, const Json& row) {
  Json out{{"compiler", compiler}};
  out.update(row);
  if (row.contains("left_out")) return out;
  const double operations = row.at("operations").get<double>();
  for (const char* who : {"kernel", "reference"}) {
    out[who]["gops"] = nullptr;
    if (operations > 0) out[who]["gops"] = operations / row.at(who).at("ns").get<double>();
  }
  return out;
}

// Adds what was measured to `rows`. Returns why the compiler did not build the program, if it did not.
std::string bench_with(const std::string& compiler, const Compiled& made, const std::vector<fs::path>& header_folders,
                       const fs::path& folder, Json& rows) {
  announce(compiler);
  const ScratchFolder scratch;
  const fs::path program = scratch.path() / "bench";
  ProgramJob job{compiler,       {folder / (made.stem + "_bench.c"), folder / (made.stem + ".c")},
                 made.c.flags,   {"-lm"},
                 header_folders, program};
  job.link_flags.insert(job.link_flags.end(), made.c.link_flags.begin(), made.c.link_flags.end());
  const std::string refusal = build_program(job);
  if (!refusal.empty()) return refusal;
  constexpr unsigned an_hour = 3600;
  const ProcessResult run = run_process({program.string(), "--json"}, scratch.path() / "log", an_hour);
  if (run.status != 0) failed(compiler, run);
  for (const Json& row : measurements(compiler, run)) rows.push_back(with_rates(compiler, row));
  return "";
}

[[noreturn]] void not_built(const std::string& compiler, const std::string& why, const codegen::Emitted& c) {
  Diagnostic d;
  d.code = "compiler";
  d.message = fmt::format("{} does not build the bench program", compiler);
  d.notes.push_back({{}, why});
  d.hint = c.flags.empty()
               ? "another compiler with --cc"
               : fmt::format("another compiler with --cc, one that knows the flags {}", fmt::join(c.flags, " "));
  throw InputError(d);
}

// ---- the table

std::string with_unit(double value, double step, const std::vector<std::string>& units) {
  std::size_t unit = 0;
  for (; value >= 0.9995 * step && unit + 1 < units.size(); value /= step) ++unit;
  const int digits = value == static_cast<double>(static_cast<std::int64_t>(value)) || value >= 99.95 ? 0
                     : value >= 9.995                                                                 ? 1
                                                                                                      : 2;
  return fmt::format("{:.{}f} {}", value, digits, units[unit]);
}

std::string duration(const Json& who) { return with_unit(who.at("ns").get<double>(), 1000, {"ns", "us", "ms", "s"}); }

std::string sizes_text(const Json& row) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : row.at("sizes").items()) parts.push_back(fmt::format("{}={}", name, value.dump()));
  return parts.empty() ? "fixed" : fmt::format("{}", fmt::join(parts, ","));
}

std::vector<std::string> cells(const Json& row) {
  const Json& quartiles = row.at("quartiles_ratio");
  const Json &gops = row.at("kernel").at("gops"), &plain = row.at("reference").at("gops");
  auto rate = [](const Json& r) { return r.is_null() ? std::string("-") : fmt::format("{:.2f}", r.get<double>()); };
  return {row.at("compiler").get<std::string>(),
          sizes_text(row),
          row.at("fills").get<std::string>(),
          with_unit(row.at("bytes").get<double>(), 1024, {"B", "KiB", "MiB", "GiB"}),
          duration(row.at("kernel")),
          duration(row.at("reference")),
          fmt::format("{:.2f}", row.at("ratio").get<double>()),
          fmt::format("{:.2f} to {:.2f}", quartiles.at(0).get<double>(), quartiles.at(1).get<double>()),
          rate(gops),
          rate(plain)};
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  constexpr std::size_t words = 3;  // columns that begin at the left
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i < words ? fmt::format("{:<{}}  ", row[i], width[i]) : fmt::format("{:>{}}  ", row[i], width[i]);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace

std::string bench_program_text(const api::Loaded& loaded, const Compiled& made, const BenchRequest& request) {
  const ir::Procedure &scheduled = loaded.scheduled.ir(), reference = script::reference(loaded.scheduled);
  const std::vector<std::string> names = control_names(scheduled);
  for (const std::string& choice : request.sizes) {
    const Sizes sizes = parsed(choice, scheduled);
    check_allowed(choice, sizes, reference, names);
    check_allowed(choice, sizes, scheduled, names);
  }
  return codegen::bench_program(reference, scheduled, made.options, made.c.flags, request.sizes);
}

Json run_bench(const api::Loaded& loaded, const Compiled& made, const fs::path& folder,
               const std::vector<std::string>& compilers) {
  if (const std::string why = what_is_missing(loaded, made.c); !why.empty()) cannot_run(why, made, folder);
  const std::vector<std::string> chosen = compilers.empty() ? installed_compilers() : compilers;
  if (chosen.empty()) cannot_run("there is neither gcc nor clang here, and --cc names no other", made, folder);
  Json rows = Json::array(), versions = Json::object(), left_out = Json::object();
  for (const std::string& compiler : chosen) {
    const std::string refusal = bench_with(compiler, made, api::header_folders(loaded.inputs), folder, rows);
    if (!refusal.empty() && (!compilers.empty() || chosen.size() == left_out.size() + 1))
      not_built(compiler, refusal, made.c);
    if (!refusal.empty()) left_out[compiler] = refusal;
    else versions[compiler] = version_of(compiler);
  }
  return {{"program", (folder / (made.stem + "_bench.c")).string()},
          {"cpu", host_cpu()},
          {"compilers", versions},
          {"left_out", left_out},
          {"rows", rows}};
}

std::string bench_table(const Json& measured) {
  std::vector<std::vector<std::string>> rows{{"compiler", "sizes", "fills", "data", "kernel", "reference", "ratio",
                                              "quartiles", "kernel Gop/s", "reference Gop/s"}};
  std::string notes;
  int samples = 0, disturbed = 0;
  bool is_bound = true;
  for (const Json& row : measured.at("rows")) {
    if (row.contains("left_out")) {
      notes += fmt::format("{}: {} is left out: {}\n", row.at("compiler").get<std::string>(),
                           row.at("fills").get<std::string>(), row.at("left_out").get<std::string>());
      continue;
    }
    rows.push_back(cells(row));
    is_bound = is_bound && !row.at("core").is_null();
    samples += 2 * row.at("samples").get<int>();
    disturbed += row.at("disturbed").get<int>();
  }
  if (disturbed > 0)
    notes += fmt::format("other programs had the core during {} of {} samples: those times are too long\n", disturbed,
                         samples);
  for (const auto& [name, version] : measured.at("compilers").items())
    notes += fmt::format("{} is {}\n", name, version.get<std::string>());
  for (const auto& [name, why] : measured.at("left_out").items())
    notes += fmt::format("{} is left out, for it does not build the program: {}\n", name,
                         first_error(why.get<std::string>()));
  return fmt::format("beside the procedure as written, in turns{}: {}\n{}{}", is_bound ? " on one core" : "",
                     measured.at("cpu").get<std::string>(), aligned(rows), notes);
}

}  // namespace tessera::artifact
