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
#include "tuning/measure/trial.hpp"

namespace tessera::tuning {
namespace {

namespace conv = kernels::conv;
namespace fs = std::filesystem;
using report::Json;
using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

constexpr unsigned make_timeout_s = 300;  // for writing and compiling one
constexpr std::chrono::seconds doubt{2};  // whether a process died by itself
constexpr double hopeless = 1.5;          // times the fastest so far: such a one is timed twice
constexpr double slowed = 1.05;           // times what the fastest so far took last: something else slows the machine
constexpr int tries = 3;                  // for a reading that nothing slows, of short calls
constexpr const char* candidate = "candidate";
constexpr const char* reference = "reference";

}  // namespace

/// The contender beside which other schemes of a convolution are timed.
struct Fastest {
  Trial::Contender contender;
  Measurement measured;  ///< what others' seconds and percents are relative to
  double seconds;        ///< that it took when it was timed last
};

/// The result of making a kernel in a process of its own.
struct Made {
  Outcome outcome = Outcome::measured;  ///< or why there is none: refused, compiler
  std::string detail = {};              ///< then
  std::int64_t packed_elements = 0;     ///< of its weights; 0: they lie as given
};

struct ConvolutionAtWork {
  ScratchFolder scratch;
  std::unique_ptr<Trial> trial;
  std::optional<Fastest> fastest;    ///< so far
  std::map<std::string, Made> made;  ///< kernels, by scheme

  // Each scheme has one of its own.
  fs::path folder(const std::string& scheme) {
    return scratch.path() / std::to_string(numbers_.try_emplace(scheme, numbers_.size()).first->second);
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

namespace {

// From the process that made it.
std::string text_of(const Made& m) {
  return report::text_of({{"outcome", name(m.outcome)}, {"detail", m.detail}, {"packed", m.packed_elements}}, -1);
}

// A killed process returns nothing.
Made made_by(const Child::End& end) {
  if (end.status > 128) return {Outcome::compiler, fmt::format("it was ended by signal {}", end.status - 128)};
  if (end.status != 0) return {Outcome::refused, end.said};
  const Json j = Json::parse(end.said);
  return {*tuning::outcome_named(j.at("outcome")), j.at("detail"), j.at("packed")};
}

/// Everything about one batch, whose first schemes are made from the start.
class Runner {
 public:
  Runner(const TuneBatch& batch, ConvolutionAtWork& what, const std::function<void(const Measurements&)>& measured)
      : batch_(batch),
        what_(what),
        measured_(measured),
        ahead_(batch.in_turns || conv::count(batch.conv().threads) == 1 ? 1 : 0) {
    begin_making_from(0);
  }

  // With its weights as they are before they are packed.
  std::unique_ptr<Trial> computed_as_specified() const {
    conv::ConvRequest request = batch_.conv();
    if (request.weights == conv::Weights::packed) request.weights = request.pack_from;
    request.threads = conv::one_thread;
    const fs::path folder = what_.scratch.path() / reference;
    const conv::DecidedConv what = conv::decided(request);
    const conv::ReferenceConv made = conv::make_reference(request, what, reference, options_in(folder, reference));
    write_files(folder, made.files);
    compile(folder, {&made.function});
    auto out = std::make_unique<Trial>(made.operands, what.form.type, what.form.shape.flops(), batch_.seed,
                                       static_cast<int>(conv::count(batch_.conv().threads)));
    out->expect(folder / "object.so", reference);
    return out;
  }

  void run() { batch_.in_turns ? run_in_turns() : run_alone(); }

 private:
  void run_alone() {
    for (std::size_t i = 0; i < batch_.schemes.size(); ++i) {
      const Made kernel = made(i);
      hand_over({is_made(kernel) ? timed(i, contender(i, kernel)) : not_made(i, kernel)});
    }
  }

  void run_in_turns() {
    Measurements all;
    std::vector<std::size_t> timed;
    std::vector<Trial::Contender> contenders;
    for (std::size_t i = 0; i < batch_.schemes.size(); ++i) {
      const Made kernel = made(i);
      all.push_back(is_made(kernel) ? Measurement{} : not_made(i, kernel));
      if (is_made(kernel)) timed.push_back(i), contenders.push_back(contender(i, kernel));
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

  // The processes of a cancelled job end one after the other, and a compiler or a kernel may be the first: then this
  // process dies during the wait, and nothing false is stored.
  static void outlive() { std::this_thread::sleep_for(doubt); }

  fs::path folder(std::size_t i) const { return what_.folder(batch_.schemes[i]); }

  conv::MakeOptions options_in(const fs::path& folder, const std::string& stem) const {
    conv::MakeOptions out;
    out.compile.output = folder.string();
    out.compile.stem = stem;
    out.compile.allow_spills = true;  // the time tells
    out.solver = batch_.solver;
    return out;
  }

  void compile(const fs::path& folder, const std::vector<const conv::MadeFunction*>& functions) const {
    artifact::SharedObjectJob job{batch_.compiler, folder, {}, batch_.flags, {}, "object.so"};
    for (const conv::MadeFunction* f : functions) {
      job.sources.push_back({f->name + ".c", f->flags});
      for (const std::string& file : f->sources)
        if (std::none_of(job.sources.begin(), job.sources.end(), [&](const auto& s) { return s.file == file; }))
          job.sources.push_back({file, f->flags});
      job.link_flags.insert(job.link_flags.end(), f->link_flags.begin(), f->link_flags.end());
    }
    artifact::compile_shared(job);
  }

  void begin_making_from(std::size_t i) {
    for (std::size_t k = i; k <= i + ahead_; ++k) begin_making(k);
  }

  void begin_making(std::size_t i) {
    if (i >= batch_.schemes.size() || making_.count(i) > 0 || what_.made.count(batch_.schemes[i]) > 0) return;
    making_[i] = std::make_unique<Child>(
        [this, i, to = folder(i)] {  // a name that is given in the child is not known here
          return text_of(written(batch_.schemes[i], to));
        },
        make_timeout_s);
  }

  Made written(const std::string& scheme, const fs::path& folder) const try {
    conv::ConvRequest request = batch_.conv();
    request.scheme = conv::SourcedScheme{schemes::parse(scheme)};
    request.threads = conv::one_thread;  // its parallel loops are the scheme's
    conv::MakeOptions options = options_in(folder, candidate);
    options.packs_as_specified = true;
    const conv::ConvKernel kernel = make_conv(request, options);
    write_files(folder, kernel.files);
    std::vector<const conv::MadeFunction*> functions{&kernel.convolution};
    if (kernel.packing) functions.push_back(&*kernel.packing);
    compile(folder, functions);
    return {Outcome::measured, {}, kernel.packed_elements};
  } catch (const Error& e) {
    const bool is_of_compiler = e.diagnostic().code == "compiler";
    return {is_of_compiler ? Outcome::compiler : Outcome::refused, e.diagnostic().render()};
  }

  // Makes the following ones in parallel. Keeps the code of a made one for its next measurement.
  Made made(std::size_t i) {
    begin_making_from(i);
    const auto own = making_.find(i);
    if (own == making_.end()) return what_.made.at(batch_.schemes[i]);
    const Made out = made_by(own->second->wait());
    making_.erase(own);
    std::vector<fs::path> rest;
    std::error_code ignored;
    for (const fs::directory_entry& file : fs::directory_iterator(folder(i), ignored))
      if (file.path().filename() != "object.so") rest.push_back(file.path());
    for (const fs::path& file : rest) fs::remove_all(file, ignored);
    if (is_made(out)) what_.made[batch_.schemes[i]] = out;
    return out;
  }

  static bool is_made(const Made& m) { return m.outcome == Outcome::measured; }

  Measurement not_made(std::size_t i, const Made& made) const {
    Measurement out{batch_.program(), batch_.schemes[i]};
    out.outcome = made.outcome, out.detail = made.detail;
    return out;
  }

  Trial::Contender contender(std::size_t i, const Made& made) const {
    Trial::Contender out{folder(i) / "object.so", candidate};
    out.packed_elements = made.packed_elements;
    if (out.packed_elements > 0) out.packing = std::string(candidate) + "_pack", out.packed_operand = 1;
    return out;
  }

  Measurement timed(std::size_t i, const Trial::Contender& c) {
    return what_.fastest ? timed_beside_fastest(i, c) : timed_alone(i, c);
  }

  // `in_company`: its result in turns.
  Measurement timed_alone(std::size_t i, const Trial::Contender& c, const std::string& in_company = {}) {
    const Trial::Result r = what_.trial->run({c}, {batch_.rounds, batch_.sample_seconds}).front();
    check(i, r);
    Measurement out = measurement(i, r);
    if (!in_company.empty() && r.ended.empty()) out.detail = "timed alone; " + in_company;
    if (!what_.fastest && out.outcome == Outcome::measured) what_.fastest = Fastest{c, out, r.seconds};
    return out;
  }

  // Temporary slowness of the machine slows both, though seldom alike: of some tries the one counts in which the
  // fastest so far is slowed least. The next is compared with that one: where a machine stays slow, waiting for its
  // earlier speed only costs time.
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

  // Another contender may have caused its end there.
  Measurement timed_in_turns(std::size_t i, const Trial::Contender& c, const Trial::Result& r) {
    if (!r.ended.empty()) return timed_alone(i, c, "in turns with others " + r.ended);
    Measurement out = measurement(i, r);
    out.in_turns = true;
    return out;
  }

  Measurement measurement(std::size_t i, const Trial::Result& r) const {
    Measurement out{batch_.program(), batch_.schemes[i]};
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
    d.notes.push_back({{}, "replay: " + conv::command_of(batch_.conv(), scheme) + " --test"});
    d.hint = "its C, its compiler or its instructions' templates are wrong; the test program shows which element is";
    throw CheckError(d);
  }

  const TuneBatch& batch_;
  ConvolutionAtWork& what_;
  const std::function<void(const Measurements&)>& measured_;
  /// How many are made beside the one that is waited for or timed, unless timing takes several cores.
  std::size_t ahead_;
  std::map<std::size_t, std::unique_ptr<Child>> making_;
};

}  // namespace

BatchRunner::BatchRunner() = default;
BatchRunner::~BatchRunner() = default;

void BatchRunner::run(const TuneBatch& batch, const std::function<void(const Measurements&)>& measured) {
  if (batch.schemes.empty()) return;
  const std::string name =
      fmt::format("{} {} {} {}", batch.program(), batch.compiler, fmt::join(batch.flags, " "), batch.seed);
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
