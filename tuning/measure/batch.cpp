// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include "artifact/c_compiler.hpp"
#include "dsl/support/child.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "tuning/measure/trial.hpp"

namespace tessera::tuning {
namespace {

namespace conv = kernels::conv;
namespace fs = std::filesystem;
using report::Json;
using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

constexpr unsigned stop_patience = 300;   // seconds, for writing and compiling one
constexpr std::chrono::seconds doubt{2};  // whether a process died by itself
constexpr double hopeless = 1.5;          // times the fastest so far: such a one is timed twice
constexpr double slowed = 1.05;           // times what the fastest so far took last: something else slows the machine
constexpr int tries = 3;                  // for a reading that nothing slows, of short calls
constexpr const char* candidate = "candidate";
constexpr const char* reference = "reference";

}  // namespace

/// What other schemes of a convolution are timed beside.
struct Fastest {
  Trial::Contender contender;
  Measurement measured;  ///< what others' seconds and percents are relative to
  double seconds;        ///< that it took when it was timed last
};

struct ConvolutionAtWork {
  ScratchFolder scratch;
  std::unique_ptr<Trial> trial;
  std::optional<Fastest> fastest;           ///< so far
  std::map<std::string, std::string> made;  ///< kernels, by scheme: what who made one said

  // Each scheme has one of its own.
  fs::path folder(const std::string& scheme) {
    return scratch.path() / std::to_string(numbers_.try_emplace(scheme, numbers_.size()).first->second);
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

namespace {

/// Everything about one batch, whose first schemes are made from the start.
class Runner {
 public:
  Runner(const TuneBatch& batch, ConvolutionAtWork& what, const std::function<void(const Measurements&)>& measured)
      : batch_(batch),
        what_(what),
        measured_(measured),
        key_(kernels::conv::program_key(batch.conv)),
        ahead_(batch.in_turns || kernels::conv::threads(batch.conv) == 1 ? 1 : 0) {
    begin_making_from(0);
  }

  // With its weights as they are before they are packed.
  std::unique_ptr<Trial> computed_as_specified() const {
    kernels::conv::ConvJob job = job_in(what_.scratch.path() / reference);
    if (job.weights == kernels::conv::packed_weights) job.weights = job.from;
    job.threads = kernels::conv::one_thread;
    const kernels::conv::DecidedConv what = kernels::conv::decided(job);
    const std::vector<artifact::Operand> operands = kernels::conv::write_conv_reference(job, what, reference);
    compile(job.compile.output, {reference});
    auto out = std::make_unique<Trial>(operands, what.form.type, what.form.shape.operations(), batch_.seed,
                                       static_cast<int>(kernels::conv::threads(batch_.conv)));
    out->expect(fs::path(job.compile.output) / "object.so", reference);
    return out;
  }

  void run() { batch_.in_turns ? run_in_turns() : run_alone(); }

 private:
  void run_alone() {
    for (std::size_t i = 0; i < batch_.schemes.size(); ++i) {
      const Child::End end = made(i);
      hand_over({end.status == 0 ? timed(i, contender(i, end)) : not_made(i, end)});
    }
  }

  void run_in_turns() {
    Measurements all;
    std::vector<std::size_t> timed;
    std::vector<Trial::Contender> contenders;
    for (std::size_t i = 0; i < batch_.schemes.size(); ++i) {
      const Child::End end = made(i);
      all.push_back(end.status == 0 ? Measurement{} : not_made(i, end));
      if (end.status == 0) timed.push_back(i), contenders.push_back(contender(i, end));
    }
    Trial::Length length{batch_.rounds, batch_.sample_seconds};
    length.in_large_pages_too = true;
    const std::vector<Trial::Result> results = what_.trial->run(contenders, length);
    for (std::size_t k = 0; k < timed.size(); ++k) check(timed[k], results[k]);
    for (std::size_t k = 0; k < timed.size(); ++k) all[timed[k]] = timed_in_turns(timed[k], contenders[k], results[k]);
    hand_over(all);
  }

  void hand_over(const Measurements& all) const {
    const auto died = [](const Measurement& m) {
      return m.outcome == Outcome::compiler || m.outcome == Outcome::ended;
    };
    if (std::any_of(all.begin(), all.end(), died)) outlive();
    measured_(all);
  }

  // Who ends a whole job ends its processes one after the other, and a compiler or a kernel that died may be the first
  // of them: then this one does not see the end of the wait, and nothing false is kept.
  static void outlive() { std::this_thread::sleep_for(doubt); }

  fs::path folder(std::size_t i) const { return what_.folder(batch_.schemes[i]); }

  kernels::conv::ConvJob job_in(const fs::path& folder) const {
    kernels::conv::ConvJob out = batch_.conv;
    out.compile.output = folder.string();
    out.compile.quiet = true;
    return out;
  }

  void compile(const fs::path& folder, const std::vector<std::string>& names) const {
    artifact::SharedObjectJob job{batch_.compiler, folder, {}, batch_.flags, {}, "object.so"};
    for (const std::string& name : names) {
      const Json manifest = Json::parse(read_file(folder / (name + ".json")));
      job.sources.push_back({name + ".c", manifest.at("flags").get<std::vector<std::string>>()});
      for (const Json& flag : manifest.at("link_flags")) job.link_flags.push_back(flag);
    }
    artifact::compile_shared(job);
  }

  void begin_making_from(std::size_t i) {
    for (std::size_t k = i; k <= i + ahead_; ++k) begin_making(k);
  }

  // What the child says: the elements of the packed weights, 0 where they lie as given.
  void begin_making(std::size_t i) {
    if (i >= batch_.schemes.size() || making_.count(i) > 0 || what_.made.count(batch_.schemes[i]) > 0) return;
    making_[i] = std::make_unique<Child>(
        [this, i, to = folder(i)] {  // a name that is given in the child is not known here
          kernels::conv::ConvJob job = job_in(to);
          job.scheme = batch_.schemes[i],
          job.threads = kernels::conv::one_thread;  // its parallel loops are the scheme's
          job.compile.stem = candidate;
          job.packs_as_specified = true;
          const Json facts = kernels::conv::write_conv(job);
          std::vector<std::string> names{candidate};
          if (facts.at("weights") == kernels::conv::packed_weights) names.push_back(std::string(candidate) + "_pack");
          compile(job.compile.output, names);
          return std::to_string(facts.at("packed_elements").get<std::int64_t>());
        },
        stop_patience);
  }

  // Those after it are made beside it. Of what was made its code is kept for the next time that it is measured.
  Child::End made(std::size_t i) {
    begin_making_from(i);
    const auto own = making_.find(i);
    if (own == making_.end()) return {0, what_.made.at(batch_.schemes[i])};
    const Child::End out = own->second->wait();
    making_.erase(own);
    std::vector<fs::path> rest;
    std::error_code ignored;
    for (const fs::directory_entry& file : fs::directory_iterator(folder(i), ignored))
      if (file.path().filename() != "object.so") rest.push_back(file.path());
    for (const fs::path& file : rest) fs::remove_all(file, ignored);
    if (out.status == 0) what_.made[batch_.schemes[i]] = out.said;
    return out;
  }

  Measurement not_made(std::size_t i, const Child::End& end) const {
    Measurement out{key_, batch_.schemes[i]};
    out.outcome = end.said.find("error[compiler]") != std::string::npos || end.status > 128 ? Outcome::compiler
                                                                                            : Outcome::refused;
    out.detail = end.said.empty() ? fmt::format("it was ended by signal {}", end.status - 128) : end.said;
    return out;
  }

  Trial::Contender contender(std::size_t i, const Child::End& made) const {
    Trial::Contender out{folder(i) / "object.so", candidate};
    out.packed_elements = std::stoll(made.said);
    if (out.packed_elements > 0) out.packing = std::string(candidate) + "_pack", out.packed_operand = 1;
    return out;
  }

  Measurement timed(std::size_t i, const Trial::Contender& c) {
    return what_.fastest ? timed_beside_fastest(i, c) : timed_alone(i, c);
  }

  // `in_company`: what came of it there.
  Measurement timed_alone(std::size_t i, const Trial::Contender& c, const std::string& in_company = {}) {
    const Trial::Result r = what_.trial->run({c}, {batch_.rounds, batch_.sample_seconds}).front();
    check(i, r);
    Measurement out = measurement(i, r);
    if (!in_company.empty() && r.ended.empty()) out.detail = "timed alone; " + in_company;
    if (!what_.fastest && out.outcome == Outcome::measured) what_.fastest = Fastest{c, out, r.seconds};
    return out;
  }

  // What slows the machine for a while slows both, though seldom alike: of some tries that one counts in which the
  // fastest so far is slowed least. That is what the next one is held against: where a machine stays slow, tries that
  // wait for it to be as fast as it once was only cost time.
  Measurement timed_beside_fastest(std::size_t i, const Trial::Contender& c) {
    Fastest& fastest = *what_.fastest;
    std::optional<std::pair<Trial::Result, Trial::Result>> best;
    for (int left = fastest.seconds < Trial::long_call ? tries : 1;
         left > 0 && (!best || best->first.seconds > slowed * fastest.seconds); --left) {
      const std::vector<Trial::Result> pair =
          what_.trial->run({fastest.contender, c}, {batch_.rounds, batch_.sample_seconds, hopeless});
      check(fastest.measured.scheme, pair[0]);
      check(i, pair[1]);
      const std::string& ended = pair[0].ended.empty() ? pair[1].ended : pair[0].ended;
      if (!ended.empty()) return timed_alone(i, c, "beside the fastest " + ended);
      if (!best || pair[0].seconds < best->first.seconds) best = {pair[0], pair[1]};
    }
    fastest.seconds = best->first.seconds;
    const timing::Spread& times = best->second.times_first;
    Measurement out = measurement(i, best->second);
    out.seconds = fastest.measured.seconds * times.median;
    out.percent = fastest.measured.percent / times.median;
    out.percent_lo = fastest.measured.percent / times.hi, out.percent_hi = fastest.measured.percent / times.lo;
    if (times.hi < 1) fastest = {c, out, best->second.seconds};
    return out;
  }

  // What ended it there may be the others' doing.
  Measurement timed_in_turns(std::size_t i, const Trial::Contender& c, const Trial::Result& r) {
    if (!r.ended.empty()) return timed_alone(i, c, "in turns with others " + r.ended);
    Measurement out = measurement(i, r);
    out.in_turns = true;
    return out;
  }

  Measurement measurement(std::size_t i, const Trial::Result& r) const {
    Measurement out{key_, batch_.schemes[i]};
    if (!r.ended.empty()) out.outcome = Outcome::ended, out.detail = r.ended;
    out.seconds = r.seconds;
    out.percent = r.percent.median, out.percent_lo = r.percent.lo, out.percent_hi = r.percent.hi;
    return out;
  }

  void check(std::size_t i, const Trial::Result& r) const { check(batch_.schemes[i], r); }
  void check(const std::string& scheme, const Trial::Result& r) const {
    if (!r.wrong.empty()) wrong(scheme, r.wrong);
  }

  [[noreturn]] void wrong(const std::string& scheme, const std::string& what) const {
    Diagnostic d;
    d.code = "tune";
    d.message = "a kernel computes something else than its specification: " + what;
    d.rule = "a kernel gives the exact result on small whole numbers";
    d.notes.push_back({{}, "replay: " + kernels::conv::command_of(batch_.conv, scheme) + " --test"});
    d.hint = "its C, its compiler or its instructions' templates are wrong; the test program shows which element is";
    throw CheckError(d);
  }

  const TuneBatch& batch_;
  ConvolutionAtWork& what_;
  const std::function<void(const Measurements&)>& measured_;
  std::string key_;
  /// How many are made beside the one that is waited for or timed, unless timing takes several cores.
  std::size_t ahead_;
  std::map<std::size_t, std::unique_ptr<Child>> making_;
};

}  // namespace

Json json_of(const TuneBatch& b) {
  const kernels::conv::ConvJob& c = b.conv;
  return {{"shape", c.shape},     {"target", c.target},     {"type", c.type},
          {"layout", c.layout},   {"weights", c.weights},   {"from", c.from},
          {"caches", c.caches},   {"epilogue", c.epilogue}, {"adds", c.adds},
          {"threads", c.threads}, {"schemes", b.schemes},   {"compiler", b.compiler},
          {"flags", b.flags},     {"rounds", b.rounds},     {"seconds", b.sample_seconds},
          {"seed", b.seed},       {"in_turns", b.in_turns}};
}

namespace {

TuneBatch batch_of(const Json& j) {
  TuneBatch b;
  b.conv.shape = j.at("shape"), b.conv.target = j.at("target"), b.conv.type = j.at("type"),
  b.conv.layout = j.at("layout");
  b.conv.weights = j.at("weights"), b.conv.from = j.at("from"), b.conv.caches = j.at("caches");
  b.conv.epilogue = j.at("epilogue"), b.conv.adds = j.at("adds"), b.conv.threads = j.at("threads");
  b.schemes = j.at("schemes"), b.compiler = j.at("compiler"), b.flags = j.at("flags");
  b.rounds = j.at("rounds"), b.sample_seconds = j.at("seconds"), b.seed = j.at("seed");
  b.in_turns = j.at("in_turns");
  return b;
}

}  // namespace

std::vector<TuneBatch> batches_in(const fs::path& file) try {
  std::vector<TuneBatch> out;
  for (const Json& batch : Json::parse(read_file(file))) out.push_back(batch_of(batch));
  return out;
} catch (const Json::exception& e) {
  throw InputError("tune", fmt::format("{}: these are no batches: {}", file.string(), e.what()),
                   "`tessera tune` writes them");
}

Json json_of(const Measurement& m) {
  return {{"program", m.program},       {"scheme", m.scheme},   {"outcome", name(m.outcome)},
          {"seconds", m.seconds},       {"percent", m.percent}, {"percent_lo", m.percent_lo},
          {"percent_hi", m.percent_hi}, {"detail", m.detail},   {"in_turns", m.in_turns}};
}

Measurement measurement_of(const Json& j) try {
  const auto outcome = tuning::outcome_named(j.at("outcome"));
  if (!outcome) throw InputError("tune", "this outcome is not known: " + j.at("outcome").get<std::string>());
  return {j.at("program"),    j.at("scheme"),     *outcome,       j.at("seconds"), j.at("percent"),
          j.at("percent_lo"), j.at("percent_hi"), j.at("detail"), j.at("in_turns")};
} catch (const Json::exception& e) { throw InputError("tune", fmt::format("this is no measurement: {}", e.what())); }

BatchRunner::BatchRunner() = default;
BatchRunner::~BatchRunner() = default;

void BatchRunner::run(const TuneBatch& batch, const std::function<void(const Measurements&)>& measured) {
  if (batch.schemes.empty()) return;
  const std::string name = fmt::format("{} {} {} {}", kernels::conv::program_key(batch.conv), batch.compiler,
                                       fmt::join(batch.flags, " "), batch.seed);
  const bool is_new = name != name_;
  if (is_new) {
    name_.clear();
    convolution_ = std::make_unique<ConvolutionAtWork>();
  }
  Runner runner(batch, *convolution_, measured);
  if (is_new) convolution_->trial = runner.computed_as_specified();
  name_ = name;
  runner.run();
}

}  // namespace tessera::tuning
