// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/trial.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <numeric>
#include <random>

#include "artifact/report/facts.hpp"
#include "dsl/support/child.hpp"
#include "dsl/support/diagnostic.hpp"
#include "timing/fma_peak.hpp"
#include "timing/openmp_threads.hpp"
#include "timing/timing.hpp"
#include "tuning/measure/mapping.hpp"

namespace tessera::tuning {
namespace {

constexpr unsigned turn_patience = 120;  // seconds, for a turn of any procedure
constexpr int largest = 3;               // of the numbers
constexpr double peak_sample = 0.003;
constexpr double max_seconds = 1;  // of the fastest contender in all rounds,
constexpr int min_rounds = 3;      // unless so many take longer

void* function(const std::filesystem::path& object, const std::string& name) {
  void* loaded = ::dlopen(std::filesystem::absolute(object).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* out = loaded ? ::dlsym(loaded, name.c_str()) : nullptr;
  if (!out) throw InputError("tune", ::dlerror());
  return out;
}

void call(void* f, const std::vector<void*>& a) {
  using P = void*;
  switch (a.size()) {
    case 2: return reinterpret_cast<void (*)(P, P)>(f)(a[0], a[1]);
    case 3: return reinterpret_cast<void (*)(P, P, P)>(f)(a[0], a[1], a[2]);
    case 4: return reinterpret_cast<void (*)(P, P, P, P)>(f)(a[0], a[1], a[2], a[3]);
    case 5: return reinterpret_cast<void (*)(P, P, P, P, P)>(f)(a[0], a[1], a[2], a[3], a[4]);
    case 6: return reinterpret_cast<void (*)(P, P, P, P, P, P)>(f)(a[0], a[1], a[2], a[3], a[4], a[5]);
    default: bug(fmt::format("a procedure of {} buffers to tune", a.size()));
  }
}

template <class Number> void fill(void* at, std::int64_t elements, std::mt19937_64& random) {
  auto* numbers = static_cast<Number*>(at);
  for (std::int64_t i = 0; i < elements; ++i)
    numbers[i] = static_cast<Number>(static_cast<int>(random() % (2 * largest + 1)) - largest);
}

template <class Number> std::string first_wrong(const artifact::Operand& operand, const void* got, const void* want) {
  const auto* g = static_cast<const Number*>(got);
  const auto* w = static_cast<const Number*>(want);
  for (std::int64_t i = 0; i < operand.elements; ++i)
    if (!(g[i] == w[i])) return fmt::format("{}: element {} is {}, and should be {}", operand.name, i, g[i], w[i]);
  return "";
}

std::string signal_text(int status) {
  return status == 128 + SIGALRM
             ? "it took too long"
             : fmt::format("it was ended by signal {} ({})", status - 128, ::strsignal(status - 128));
}

/// Whose turn it is in a child process, which its parent wants to know when it died.
class Turn {
 public:
  explicit Turn(std::size_t first) { at() = first; }
  void begin(std::size_t contender) {
    at() = contender;
    ::alarm(turn_patience);
  }
  std::size_t contender() const { return at(); }

 private:
  volatile std::size_t& at() const { return *static_cast<volatile std::size_t*>(shared_.data()); }
  Mapping shared_{sizeof(std::size_t), Mapping::Kind::shared};
};

/// A contender in the process that times it.
class LoadedKernel {
 public:
  LoadedKernel(const Trial::Contender& c, std::vector<void*> operands, std::int64_t element, Mapping::Pages pages)
      : operands_(std::move(operands)) {
    if (!c.packing.empty()) {
      packed_ =
          std::make_unique<Mapping>(static_cast<std::size_t>(c.packed_elements * element), Mapping::Kind::own, pages);
      call(function(c.object, c.packing), {operands_[c.packed_operand], packed_->data()});
      operands_[c.packed_operand] = packed_->data();
    }
    function_ = function(c.object, c.function);
  }
  void run() const { call(function_, operands_); }

 private:
  std::vector<void*> operands_;
  std::unique_ptr<Mapping> packed_;
  void* function_ = nullptr;
};

/// The first wrong element of a result, in words.
struct Wrong {
  std::string first;
};

/// The result of its turns.
struct Timed {
  timing::Contender one;
  double first = 0;                   ///< seconds of its first call
  std::vector<double> percents = {};  ///< of the peak
};

int rounds_of(const std::vector<Timed>& all, int most) {
  const auto fastest =
      std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const double fitting = std::max<double>(min_rounds, max_seconds / fastest->first);
  return fitting < most ? static_cast<int>(fitting) : most;
}

double least_times(const timing::Contender& over, const timing::Contender& base) {
  double out = over.seconds[0] / base.seconds[0];
  for (std::size_t i = 1; i < over.seconds.size(); ++i) out = std::min(out, over.seconds[i] / base.seconds[i]);
  return out;
}

Trial::Result result_of(const Timed& t, const Timed& first) {
  Trial::Result out{timing::spread(t.one.seconds).median, timing::spread(t.percents),
                    timing::paired_ratio(t.one, first.one)};
  out.shares_core = t.one.shared_turns > 1;  // once may have been chance
  return out;
}

// The slower one; its seconds are scaled to the other's time if the machine's speed differed.
Trial::Result slower(const Trial::Result& one, const Trial::Result& other) {
  if (one.percent.median <= other.percent.median) return one;
  Trial::Result out = other;
  out.seconds = one.seconds * one.percent.median / other.percent.median;
  return out;
}

// Once for all that this process times.
void warn_of_shared_core(const std::vector<Trial::Result>& all, int threads) {
  static bool is_told = false;
  if (is_told || std::none_of(all.begin(), all.end(), [](const auto& r) { return r.shares_core; })) return;
  is_told = true;
  fmt::print(stderr,
             "tune: warning: two threads of a kernel shared a core: such times are not those of {} cores. Unset "
             "OMP_PROC_BIND and OMP_PLACES, and each thread is bound to a core of its own\n",
             threads);
}

// ---- from the process that times to the one that waits for it

using report::Json;

Json json_of(const timing::Spread& s) { return {{"median", s.median}, {"lo", s.lo}, {"hi", s.hi}}; }
timing::Spread spread_of(const Json& j) {
  timing::Spread out;
  out.median = j.at("median"), out.lo = j.at("lo"), out.hi = j.at("hi");
  return out;
}

Json json_of(const Trial::Result& r) {
  return {{"seconds", r.seconds},
          {"percent", json_of(r.percent)},
          {"times_first", json_of(r.times_first)},
          {"shares_core", r.shares_core}};
}
Trial::Result trial_result_of(const Json& j) {
  Trial::Result out;
  out.seconds = j.at("seconds");
  out.percent = spread_of(j.at("percent")), out.times_first = spread_of(j.at("times_first"));
  out.shares_core = j.at("shares_core");
  return out;
}

/// Of all contenders that had turns; or a wrong result, after which there are no others.
struct Turns {
  std::vector<Trial::Result> results;
  std::string wrong;
};

std::string text_of(const Turns& turns) {
  Json results = Json::array();
  for (const Trial::Result& r : turns.results) results.push_back(json_of(r));
  return report::text_of({{"results", results}, {"wrong", turns.wrong}}, -1);
}
Turns turns_of(const std::string& text) {
  const Json j = Json::parse(text);
  Turns out{{}, j.at("wrong")};
  for (const Json& r : j.at("results")) out.results.push_back(trial_result_of(r));
  return out;
}

}  // namespace

struct Trial::Memory {
  std::vector<artifact::Operand> operands;
  ir::Scalar type;
  double operations;
  int threads;
  std::vector<std::unique_ptr<Mapping>> given;
  std::unique_ptr<Mapping> expected;  ///< the first operand, which is the result

  std::vector<void*> pointers() const {
    std::vector<void*> out;
    for (const auto& m : given) out.push_back(m->data());
    return out;
  }
  bool is_double() const { return type == ir::Scalar::f64; }
  double peak() const {
    const double singles =
        threads == 1 ? timing::measure_fma_peak(peak_sample).gflops : timing::measure_fma_peak_of_cores(threads);
    return is_double() ? singles / 2 : singles;
  }
  std::string compare(const void* got) const {
    const void* want = expected->data();
    return is_double() ? first_wrong<double>(operands[0], got, want) : first_wrong<float>(operands[0], got, want);
  }

  /// In a child process: its output. `chosen`: of the contenders.
  std::string in_turns(const std::vector<Contender>&, const std::vector<std::size_t>& chosen, const Length&,
                       Turn&) const;
  /// In memory of one kind. Throws Wrong.
  std::vector<Result> timed(const std::vector<Contender>&, const std::vector<std::size_t>& chosen, const Length&, Turn&,
                            Mapping::Pages) const;
  void time_rounds(std::vector<Timed>&, const std::vector<std::size_t>& chosen, const Length&, Turn&) const;
};

Trial::Trial(std::vector<artifact::Operand> operands, ir::Scalar type, double operations, std::uint64_t seed,
             int threads)
    : memory_(std::make_unique<Memory>()) {
  if (type != ir::Scalar::f32 && type != ir::Scalar::f64)
    throw InputError("tune", fmt::format("{} is not tuned yet", ir::name(type)), "f32 or f64");
  memory_->type = type, memory_->operations = operations, memory_->threads = threads;
  const auto bytes = static_cast<std::size_t>(ir::byte_size(type));
  std::mt19937_64 random(seed);
  for (const artifact::Operand& o : operands) {
    memory_->given.push_back(
        std::make_unique<Mapping>(bytes * static_cast<std::size_t>(o.elements), Mapping::Kind::own));
    void* at = memory_->given.back()->data();
    memory_->is_double() ? fill<double>(at, o.elements, random) : fill<float>(at, o.elements, random);
  }
  memory_->expected = std::make_unique<Mapping>(memory_->given[0]->bytes(), Mapping::Kind::shared);
  memory_->operands = std::move(operands);
}

Trial::~Trial() = default;

void Trial::expect(const std::filesystem::path& object, const std::string& name) {
  Child child(
      [&] {
        std::vector<void*> a = memory_->pointers();
        std::memcpy(memory_->expected->data(), a[0], memory_->expected->bytes());
        a[0] = memory_->expected->data();
        call(function(object, name), a);
        return std::string();
      },
      turn_patience);
  const Child::End end = child.wait();
  if (end.status != 0)
    bug("the procedure as specified did not run: " + (end.status > 128 ? signal_text(end.status) : end.said));
}

std::string Trial::Memory::in_turns(const std::vector<Contender>& contenders, const std::vector<std::size_t>& chosen,
                                    const Length& length, Turn& turn) const try {
  std::vector<Result> out = timed(contenders, chosen, length, turn, Mapping::Pages::scattered);
  if (length.in_large_pages_too) {
    const std::vector<Result> others = timed(contenders, chosen, length, turn, Mapping::Pages::large);
    std::transform(out.begin(), out.end(), others.begin(), out.begin(), slower);
  }
  return text_of(Turns{std::move(out), ""});
} catch (const Wrong& result) { return text_of(Turns{{}, result.first}); }

std::vector<Trial::Result> Trial::Memory::timed(const std::vector<Contender>& contenders,
                                                const std::vector<std::size_t>& chosen, const Length& length,
                                                Turn& turn, Mapping::Pages pages) const {
  const Mapping& result = *given[0];
  std::vector<std::unique_ptr<Mapping>> operands;
  std::vector<void*> pointers;
  for (const auto& m : given) {
    operands.push_back(std::make_unique<Mapping>(m->bytes(), Mapping::Kind::own, pages));
    std::memcpy(operands.back()->data(), m->data(), m->bytes());
    pointers.push_back(operands.back()->data());
  }
  std::vector<LoadedKernel> loaded;
  std::vector<double> first_calls;
  for (const std::size_t i : chosen) {
    turn.begin(i);
    // Values left by another contender would already be right.
    std::memcpy(pointers[0], result.data(), result.bytes());
    loaded.emplace_back(contenders[i], pointers, ir::byte_size(type), pages);
    first_calls.push_back(timing::seconds_of([&] { loaded.back().run(); }));
    if (const std::string first = compare(pointers[0]); !first.empty()) throw Wrong{first};
  }
  std::vector<Timed> all;
  for (std::size_t i = 0; i < loaded.size(); ++i)
    all.push_back({timing::Contender{"", [&l = loaded[i]] { l.run(); }}, first_calls[i]});
  time_rounds(all, chosen, length, turn);
  std::vector<Result> out;
  for (const Timed& t : all) out.push_back(result_of(t, all[0]));
  return out;
}

void Trial::Memory::time_rounds(std::vector<Timed>& all, const std::vector<std::size_t>& chosen, const Length& length,
                                Turn& turn) const {
  for (std::size_t i = 0; i < all.size(); ++i) {
    turn.begin(chosen[i]);
    if (all[i].first < length.sample) timing::calibrate(all[i].one, length.sample);
  }
  double before = peak();
  const int rounds = rounds_of(all, length.rounds);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      turn.begin(chosen[i]);
      timing::take_turn(all[i].one);
      const double seconds = all[i].one.seconds.back();
      const double after = peak();
      all[i].percents.push_back(100 * operations / seconds * 1e-9 / ((before + after) / 2));
      before = after;
    }
    const auto is_hopeless = [&](const Timed& t) { return least_times(t.one, all[0].one) >= length.hopeless; };
    if (round > 0 && std::any_of(all.begin(), all.end(), is_hopeless)) return;
  }
}

std::vector<Trial::Result> Trial::run(const std::vector<Contender>& contenders, const Length& length) const {
  std::vector<Result> out(contenders.size());
  std::vector<std::size_t> left(contenders.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (bool again = !left.empty(); again;) {
    Turn turn(left.front());
    Child child(
        [&] {
          timing::pin_to_cores(memory_->threads);
          timing::bind_threads_of_openmp();
          timing::use_openmp_threads(memory_->threads);
          return memory_->in_turns(contenders, left, length, turn);
        },
        turn_patience);
    const Child::End end = child.wait();
    Result& last = out[turn.contender()];
    again = false;
    if (end.status != 0) {
      last.ended = end.status > 128 ? signal_text(end.status) : end.said;
      std::erase(left, turn.contender());
      again = !left.empty();
      continue;
    }
    const Turns turns = turns_of(end.said);
    last.wrong = turns.wrong;
    for (std::size_t k = 0; k < turns.results.size(); ++k) out[left[k]] = turns.results[k];
    warn_of_shared_core(out, memory_->threads);
  }
  return out;
}

}  // namespace tessera::tuning
