// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "artifact/sha256.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/words.hpp"
#include "tuning/executor/executor.hpp"
#include "tuning/executor/interrupts.hpp"
#include "tuning/executor/slurm.hpp"
#include "tuning/executor/work_folder.hpp"
#include "tuning/measure/batch_json.hpp"
#include "tuning/measure/results.hpp"
#include "tuning/measure/tasks.hpp"

namespace tessera::tuning {
namespace {

namespace fs = std::filesystem;
using report::Json;
using tuning::HostId;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int attempts = 3;              // at a scheme whose task is lost, each in a smaller task
constexpr std::size_t max_tasks = 1000;  // of an array, as Slurm is configured where nobody changed it
constexpr int silences = 60;             // of squeue in a row before that is an error

// How long to wait between looks at the results, and between questions to Slurm. File system and controller have others
// to serve: the longer an array takes, the less often.
Seconds between_looks(Seconds since_begin) { return std::clamp(since_begin / 50, Seconds(0.3), Seconds(5)); }
Seconds between_questions(Seconds since_begin) { return std::clamp(since_begin / 10, Seconds(1), Seconds(15)); }

// ---- files

std::string file_of(std::size_t task, const char* ending) { return fmt::format("{}.{}", task, ending); }

// For the shell.
std::string quoted(const fs::path& path) {
  std::string out = "'";
  for (const char c : path.string()) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Of several such options sbatch takes the last only.
void exclude(std::vector<std::string>& options, const std::string& node) {
  const std::string option = "--exclude=";
  const auto given =
      std::find_if(options.begin(), options.end(), [&](const std::string& word) { return word.starts_with(option); });
  if (given == options.end()) options.push_back(option + node);
  else *given += "," + node;
}

// On a separate line, after a progress line if there is one.
void tell(const std::string& text) {
  fmt::print(stderr, "{}slurm: {}\n", ::isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "", text);
}

// The end of a log, with the cause of an early end.
std::string end_of(const fs::path& log) {
  constexpr std::size_t most = 2000;
  const std::string text = fs::exists(log) ? read_file(log) : "";
  const std::string end = text.substr(text.size() - std::min(most, text.size()));
  return end.substr(0, end.find_last_not_of(" \n") + 1);
}

// ---- the executor

class SlurmExecutor final : public Executor {
 public:
  SlurmExecutor(HostId here, SlurmOptions options)
      : here_(std::move(here)),
        options_(std::move(options)),
        folder_((slurm::check_installed(), options_.folder)),
        name_("tessera-" + artifact::sha256(folder_.path().string()).substr(0, 12)) {}

  bool is_parallel() const override { return true; }

  void measure(const std::vector<TuneBatch>& batches, const Measured& measured) override {
    int signal = 0;
    try {
      const Interrupts interrupts;
      measure_all(batches, measured, interrupts);
    } catch (const Interrupts::Caught& caught) { signal = caught.signal; }
    if (signal != 0) ::raise(signal);
  }

 private:
  struct Task {
    ResultsReader results;
    MissingSchemes missing;
    bool is_elsewhere = false;  ///< on a node that is another place
  };
  struct Array {
    fs::path folder;
    std::string job;
    std::vector<Task> tasks;
    std::int64_t cores = 2;  ///< of each: while one kernel is timed the next is compiled
    fs::path log(std::size_t task) const { return folder / file_of(task, "log"); }
  };

  /// Cancels the submitted jobs, unless all results came.
  class Cancels {
   public:
    explicit Cancels(const std::string& name) : name_(name) {}
    ~Cancels() {
      try {
        if (!is_done_) slurm::cancel_all(name_);
      } catch (const std::exception&) {}  // the error that is on its way already says more
    }
    Cancels(const Cancels&) = delete;
    void done() { is_done_ = true; }

   private:
    const std::string& name_;
    bool is_done_ = false;
  };

  void measure_all(const std::vector<TuneBatch>& wanted, const Measured& measured, const Interrupts& interrupts) {
    std::vector<TuneBatch> batches = take_over(wanted, measured);
    std::size_t schemes = options_.schemes;
    for (int attempt = 1; !batches.empty(); ++attempt) {
      Cancels cancels(name_);
      Array array = submitted(batches, schemes);
      wait_for(array, measured, interrupts);
      batches = left(array);
      if (batches.empty()) fs::remove_all(array.folder, ignored_);
      else if (attempt == attempts) give_up(array);
      else tell_lost(array);
      // A scheme that ends tasks repeatedly is alone in one at last.
      schemes = std::max<std::size_t>(1, schemes / 4);
      cancels.done();
    }
  }

  // ---- leftovers of an earlier run

  // Cancels its jobs and passes its results on; returns the remaining work.
  std::vector<TuneBatch> take_over(const std::vector<TuneBatch>& wanted, const Measured& measured) {
    MissingSchemes missing(wanted);
    if (has_taken_over_) return missing.batches();
    slurm::cancel_all(name_);
    for (const fs::path& folder : folder_.all()) {
      for (const fs::directory_entry& e : fs::directory_iterator(folder))
        if (e.path().extension() == ".jsonl") take_over(e.path(), missing, measured);
      fs::remove_all(folder, ignored_);
    }
    has_taken_over_ = true;
    return missing.batches();
  }

  // Without wrong results: their schemes are measured again, and stop this run.
  void take_over(const fs::path& file, MissingSchemes& missing, const Measured& measured) const {
    for (const TuneResult& r : ResultsReader(file).more()) {
      if (r.wrong) continue;
      measured(r.measurements, r.place);
      if (r.place == here_) missing.came(r.measurements);
    }
  }

  // ---- an array

  Array submitted(const std::vector<TuneBatch>& batches, std::size_t schemes) {
    std::size_t all = 0;
    for (const TuneBatch& b : batches) all += b.schemes.size();
    // Two tasks that follow each other hold more than `schemes` together.
    const auto pieces = split(batches, std::max(schemes, 2 * all / max_tasks + 1));
    Array array{folder_.next(), "", {}};
    for (const TuneBatch& b : batches) array.cores = std::max(array.cores, kernels::conv::count(b.conv().threads));
    std::vector<OutputFile> files{{"task.sh", script(array.folder)}};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Json batch = Json::array();
      for (const TuneBatch& b : pieces[i]) batch.push_back(json_of(b));
      files.push_back({file_of(i, "json"), report::text_of(batch) + "\n"});
      // There from the start: a network file system may remember for a while that a file is not there.
      files.push_back({file_of(i, "jsonl"), ""});
      array.tasks.push_back({ResultsReader(array.folder / file_of(i, "jsonl")), MissingSchemes(pieces[i])});
    }
    write_files(array.folder, files);
    array.job = submit(array);
    tell(fmt::format("job {}, {} tasks, {} schemes, in {}", array.job, array.tasks.size(), all, array.folder.string()));
    return array;
  }

  std::string script(const fs::path& folder) const {
    return fmt::format(
        "#!/bin/sh\n"
        "exec {} tune --time-limit {} --batch {}/\"$SLURM_ARRAY_TASK_ID\".json --results "
        "{}/\"$SLURM_ARRAY_TASK_ID\".jsonl\n",
        quoted(fs::read_symlink("/proc/self/exe")), options_.time_limit, quoted(folder), quoted(folder));
  }

  std::string submit(const Array& array) const {
    std::vector<std::string> options = words_of(options_.options);
    for (const auto& [node, place] : elsewhere_) exclude(options, node);
    try {
      return slurm::submit(
          {name_, array.folder / "task.sh", array.folder, array.tasks.size(), options_.tasks, options, array.cores});
    } catch (const InputError& e) {
      if (elsewhere_.empty()) throw;
      no_like_node(e.what());
    }
  }

  // Until all results came, or none of its tasks is left.
  void wait_for(Array& array, const Measured& measured, const Interrupts& interrupts) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point asked = begin;
    for (int silent = 0;;) {
      take(array, measured);
      if (left(array).empty()) return;
      interrupts.check();
      const Seconds since_begin = Clock::now() - begin;
      if (Clock::now() - asked > between_questions(since_begin)) {
        if (has_ended(array, silent)) return take(array, measured);  // what its tasks wrote last
        asked = Clock::now();
      }
      std::this_thread::sleep_for(between_looks(since_begin));
    }
  }

  // `silent`: how often Slurm has not answered until now.
  bool has_ended(const Array& array, int& silent) const {
    const auto tasks = slurm::tasks_left(name_, array.job);
    silent = tasks ? 0 : silent + 1;
    if (silent > silences)
      throw InputError("slurm", "squeue has not answered for a long time",
                       "`squeue` says why; the same command goes on where this one was");
    return tasks && tasks->empty();
  }

  void take(Array& array, const Measured& measured) {
    for (std::size_t i = 0; i < array.tasks.size(); ++i)
      if (array.tasks[i].missing.size() > 0) take(array, i, measured);
  }

  void take(Array& array, std::size_t task, const Measured& measured) {
    Task& t = array.tasks[task];
    for (const TuneResult& r : t.results.more()) {
      if (r.wrong) wrong(r, array.log(task));
      measured(r.measurements, r.place);
      if (r.place == here_) t.missing.came(r.measurements);
      else if (!t.is_elsewhere) met_elsewhere(array, task, r);
    }
  }

  static std::vector<TuneBatch> left(const Array& array) {
    std::vector<TuneBatch> out;
    for (const Task& t : array.tasks) out.insert(out.end(), t.missing.batches().begin(), t.missing.batches().end());
    return out;
  }

  // ---- failures

  [[noreturn]] static void wrong(const TuneResult& r, const fs::path& log) {
    Diagnostic d = r.wrong->diagnostic();
    d.notes.push_back(
        {{}, fmt::format("on the node {}, {}, {}; log: {}", r.node, r.place.machine, r.place.compiler, log.string())});
    throw CheckError(d);
  }

  // Results of another host are stored as that host's; they are still missing here, so the task goes to another node.
  void met_elsewhere(Array& array, std::size_t task, const TuneResult& r) {
    array.tasks[task].is_elsewhere = true;
    if (elsewhere_.emplace(r.node, r.place).second)
      tell(fmt::format("the node {} is another place, {}: its results are kept as such, and not used here", r.node,
                       difference(r.place)));
    slurm::cancel(array.job, task);
  }

  std::string difference(const HostId& there) const {
    if (there.machine != here_.machine) return fmt::format("CPU '{}', here '{}'", there.machine, here_.machine);
    if (there.compiler != here_.compiler)
      return fmt::format("compiler '{}', here '{}'", there.compiler, here_.compiler);
    return fmt::format("flags '{}', here '{}'", there.flags, here_.flags);
  }

  static void tell_lost(const Array& array) {
    for (std::size_t i = 0; i < array.tasks.size(); ++i)
      if (const std::size_t missing = array.tasks[i].missing.size(); missing > 0)
        tell(fmt::format("task {}_{} ended, results missing: {}; measured again; log: {}", array.job, i, missing,
                         array.log(i).string()));
  }

  [[noreturn]] void give_up(const Array& array) const {
    const auto lost =
        std::find_if(array.tasks.begin(), array.tasks.end(), [](const Task& t) { return t.missing.size() > 0; });
    if (lost->is_elsewhere) no_like_node("");
    const auto task = static_cast<std::size_t>(lost - array.tasks.begin());
    const fs::path log = array.log(task);
    Diagnostic d;
    d.code = "slurm";
    d.message = fmt::format(
        "task {}_{} ended without its results, the attempt number {} at a scheme; schemes without a result: {}",
        array.job, task, attempts, missing(array));
    d.notes.push_back({{}, "scheme: " + lost->missing.batches().front().schemes.front()});
    d.notes.push_back({{},
                       fs::exists(log)
                           ? fmt::format("log: {}\n{}", log.string(), end_of(log))
                           : fmt::format("it left no log {}: do the nodes share that folder?", log.string())});
    d.hint = "what came is kept: when the cause in the log is gone, the same command goes on there";
    throw InputError(d);
  }

  static std::size_t missing(const Array& array) {
    std::size_t out = 0;
    for (const Task& t : array.tasks) out += t.missing.size();
    return out;
  }

  [[noreturn]] void no_like_node(const std::string& why) const {
    Diagnostic d;
    d.code = "slurm";
    d.message = "no node was found that is like this machine";
    for (const auto& [node, place] : elsewhere_)
      d.notes.push_back({{}, fmt::format("node {}: {}", node, difference(place))});
    if (!why.empty()) d.notes.push_back({{}, why});
    d.rule = "measurements of one machine say nothing about another";
    d.hint =
        "run `tessera tune` on a node of the kind to tune for (srun), or choose nodes like this machine by "
        "--slurm-options '--constraint=…'";
    throw InputError(d);
  }

  HostId here_;
  SlurmOptions options_;
  WorkFolder folder_;
  std::string name_;                         ///< of all jobs that use the folder
  std::map<std::string, HostId> elsewhere_;  ///< nodes that are another host
  bool has_taken_over_ = false;
  std::error_code ignored_;
};

}  // namespace

std::unique_ptr<Executor> slurm_executor(HostId here, SlurmOptions options) {
  return std::make_unique<SlurmExecutor>(std::move(here), std::move(options));
}

}  // namespace tessera::tuning
