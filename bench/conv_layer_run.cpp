// SPDX-License-Identifier: Apache-2.0
#include "conv_layer_run.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "timing/fma_peak.hpp"

namespace tessera::bench {
namespace {

// What this process has run so far, all threads together.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class LayerRun {
 public:
  LayerRun(const ConvOptions& options, const ConvJob& job, const std::vector<ConvContender>& peers)
      : options_(options), job_(job), row_{job.layer}, contenders_(contenders_of(job, peers, options)) {}

  void add_one_core(const ConvJob& job) {
    contenders_ = beside_one_core(contenders_, contenders_of_one_core(job, options_), options_.threads);
    row_.has_one_core = true;
  }

  ConvRow run() {
    check();
    if (!options_.check_only && std::count(out_.begin(), out_.end(), kernel_name) == 0) time();
    return row_;
  }

 private:
  const shapes::ConvShape& shape() const { return job_.layer.shape; }

  void leave_out(const std::string& name, const std::string& why) {
    row_.not_run.emplace_back(name, why);
    out_.push_back(name);
  }
  bool is_out(const ConvContender& c) const { return std::count(out_.begin(), out_.end(), c.name) > 0; }

  void check() {
    for (const ConvContender& c : contenders_)
      if (!c.prepare) leave_out(c.name, c.missing);
    check_on(integer_data(shape(), 1), Tolerance::exact);
    check_on(uniform_data(shape(), 2), Tolerance::error_bound);
  }

  // What overwrites is compared with what adds to an output of zeros.
  void check_on(const ConvData& data, Tolerance tolerance) {
    ConvData zeros = data;
    std::fill(zeros.O.begin(), zeros.O.end(), 0.f);
    const ConvReference sums = reference_convolution(shape(), zeros);
    const bool any_adds = std::any_of(contenders_.begin(), contenders_.end(), [](const auto& c) { return c.adds; });
    const ConvReference added = any_adds ? with_output(sums, data) : ConvReference{};
    for (const ConvContender& c : contenders_)
      if (!is_out(c)) check(c, data, c.adds ? added : sums, tolerance);
  }

  static ConvReference with_output(ConvReference sums, const ConvData& data) {
    for (std::size_t i = 0; i < data.O.size(); ++i) {
      sums.value[i] += data.O[i];
      sums.magnitude[i] += std::fabs(data.O[i]);
    }
    return sums;
  }

  void check(const ConvContender& c, const ConvData& data, const ConvReference& want, Tolerance tolerance) try {
    for (const auto& form : c.prepare(shape(), data)) {
      form->run();
      const Comparison result = compare(shape(), form->output(), want, tolerance);
      if (tolerance == Tolerance::error_bound) note_error(c.name, result);
      if (result.ok()) continue;
      const std::string how = form->implementation().empty() ? "" : " (" + form->implementation() + ")";
      const char* on = tolerance == Tolerance::exact ? " (integer data, exact)" : " (random data)";
      row_.wrong.push_back(c.name + how + ": " + *result.first_wrong + on);
      return leave_out(c.name, "wrong result");
    }
  } catch (const NotOffered& e) { leave_out(c.name, e.what()); }

  void note_error(const std::string& name, const Comparison& result) {
    auto it = std::find_if(row_.errors.begin(), row_.errors.end(), [&](const ConvError& e) { return e.name == name; });
    if (it == row_.errors.end()) it = row_.errors.insert(it, {name});
    it->absolute = std::max(it->absolute, result.max_error);
    it->of_bound = std::max(it->of_bound, result.max_error_of_bound);
  }

  struct Timed {
    std::string name;
    std::unique_ptr<ReadyConv> form;
  };

  void time() {
    const ConvData data = uniform_data(shape(), 3);
    std::vector<Timed> forms;
    for (const ConvContender& c : contenders_) {
      if (is_out(c)) continue;
      for (auto& form : c.prepare(shape(), data)) forms.push_back({c.name, std::move(form)});
    }
    std::vector<timing::Contender> turns;
    for (const Timed& t : forms) turns.push_back({t.name, [form = t.form.get()] { form->run(); }});
    if (row_.has_one_core) add_yardstick(turns);
    std::vector<double> peaks;
    const double cpu_before = cpu_seconds();
    const timing::OnFirstCore first;
    const double wall = timing::seconds_of([&] {
      timing::time_in_turn(
          turns, options_.pairs, options_.sample_seconds,
          [&] { peaks.push_back(timing::measure_fma_peak_of_cores(options_.threads)); },
          timing::Beside::every_contender);
    });
    if (options_.threads == 1) row_.cpu_share = (cpu_seconds() - cpu_before) / wall;
    for (const timing::Contender& turn : turns) note_shared_core(row_.shared_core, turn);
    row_.peak = timing::spread(peaks);
    note(forms, turns, peaks);
    if (row_.has_one_core) row_.peak_over_one = timing::paired_ratio(turns.back(), turns[forms.size()]);
  }

  // The last two turns of a round: as many multiplications on all cores as on one. Long enough not to see threads
  // start.
  void add_yardstick(std::vector<timing::Contender>& turns) const {
    constexpr std::int64_t iterations = 1 << 22;
    const int cores = options_.threads;
    turns.push_back({"peak", [cores] { timing::multiply_add_on_cores(cores, iterations); }});
    turns.push_back({on_one_core("peak"), [cores] { timing::multiply_add_on_cores(1, cores * iterations); }});
  }

  void note(const std::vector<Timed>& forms, const std::vector<timing::Contender>& turns,
            const std::vector<double>& peaks) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      if (is_on_one_core(turns[i].name)) continue;  // part of its namesake's timing
      ConvTiming timing{turns[i].name, timing::spread(turns[i].seconds), percents(turns, i, peaks)};
      timing.implementation = forms[i].form->implementation();
      if (const timing::Contender* base = base_of(turns, i)) timing.ratio = timing::paired_ratio(turns[i], *base);
      if (const timing::Contender* one = fastest_of(on_one_core(turns[i].name), turns)) {
        timing.seconds_one = timing::spread(one->seconds);
        timing.over_one = timing::paired_ratio(*one, turns[i]);
      }
      keep_faster(timing);
    }
  }

  // Of the turns of that name; null: there are none.
  static const timing::Contender* fastest_of(const std::string& name, const std::vector<timing::Contender>& turns) {
    const timing::Contender* fastest = nullptr;
    for (const timing::Contender& c : turns)
      if (c.name == name && (!fastest || timing::spread(c.seconds).median < timing::spread(fastest->seconds).median))
        fastest = &c;
    return fastest;
  }

  // Of the forms of one contender the fastest stays.
  void keep_faster(const ConvTiming& timing) {
    const auto known = std::find_if(row_.timings.begin(), row_.timings.end(),
                                    [&](const ConvTiming& t) { return t.name == timing.name; });
    if (known == row_.timings.end()) {
      row_.timings.push_back(timing);
    } else if (timing.seconds.median < known->seconds.median) {
      *known = timing;
    }
  }

  // A kernel that takes plain weights stands for both.
  const timing::Contender* base_of(const std::vector<timing::Contender>& turns, std::size_t i) const {
    if (i == 0) return nullptr;
    const std::string wanted = job_.kernel.panel == 0 ? kernel_name : compared_with(turns[i].name);
    const auto base =
        std::find_if(turns.begin(), turns.end(), [&](const timing::Contender& c) { return c.name == wanted; });
    return base == turns.end() ? nullptr : &*base;
  }

  // Each turn is held against the mean of the two peaks sampled beside it.
  timing::Spread percents(const std::vector<timing::Contender>& turns, std::size_t i,
                          const std::vector<double>& peaks) const {
    std::vector<double> percents;
    for (std::size_t round = 0; round < turns[i].seconds.size(); ++round) {
      const std::size_t turn = round * turns.size() + i;
      const double peak = (peaks[turn] + peaks[turn + 1]) / 2;
      percents.push_back(100 * shape().flops() / turns[i].seconds[round] * 1e-9 / peak);
    }
    return timing::spread(percents);
  }

  const ConvOptions& options_;
  const ConvJob& job_;
  ConvRow row_;
  std::vector<ConvContender> contenders_;
  std::vector<std::string> out_;  // not measured
};

}  // namespace

ConvRow run_layer(const ConvOptions& options, const ConvJob& job, const std::vector<ConvContender>& peers,
                  const ConvJob* one_core) {
  LayerRun layer(options, job, peers);
  if (one_core) layer.add_one_core(*one_core);
  return layer.run();
}

}  // namespace tessera::bench
