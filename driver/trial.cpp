#include "driver/trial.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <csignal>
#include <cstring>
#include <random>

#include "bench/fma_peak.hpp"
#include "bench/timing.hpp"
#include "dsl/support/child.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::driver {
namespace {

constexpr unsigned patience = 120;  // seconds, for a call of any procedure
constexpr int largest = 3;          // of the numbers
constexpr double peak_sample = 0.003;

/// Zeros that child processes share with this one, or each changes for itself.
class Mapping {
 public:
  enum class Kind { shared, own };
  Mapping(std::size_t bytes, Kind kind) : bytes_(std::max<std::size_t>(bytes, 1)) {
    at_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_ANONYMOUS | (kind == Kind::shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
    if (at_ == MAP_FAILED)
      throw InputError("tune", fmt::format("there is no memory of {} bytes", bytes_), "smaller convolutions");
    ::madvise(at_, bytes_, MADV_HUGEPAGE);  // so that it lies alike for all: by pages each run has other luck
  }
  ~Mapping() { ::munmap(at_, bytes_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void* data() const { return at_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  void* at_ = nullptr;
};

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

template <class Number> std::string first_wrong(const Operand& operand, const void* got, const void* want) {
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

}  // namespace

struct Trial::Memory {
  std::vector<Operand> operands;
  ir::Scalar type;
  double operations;
  std::vector<std::unique_ptr<Mapping>> given;
  std::unique_ptr<Mapping> expected;  ///< the first operand, which is the result

  std::vector<void*> pointers() const {
    std::vector<void*> out;
    for (const auto& m : given) out.push_back(m->data());
    return out;
  }
  bool is_double() const { return type == ir::Scalar::f64; }
  std::string compare() const {
    const void *got = given[0]->data(), *want = expected->data();
    return is_double() ? first_wrong<double>(operands[0], got, want) : first_wrong<float>(operands[0], got, want);
  }
  std::string timed(const std::function<void()>& run, const Length&) const;
};

Trial::Trial(std::vector<Operand> operands, ir::Scalar type, double operations, std::uint64_t seed)
    : memory_(std::make_unique<Memory>()) {
  if (type != ir::Scalar::f32 && type != ir::Scalar::f64)
    throw InputError("tune", fmt::format("{} is not tuned yet", ir::name(type)), "f32 or f64");
  memory_->type = type, memory_->operations = operations;
  const auto bytes = static_cast<std::size_t>(ir::byte_size(type));
  std::mt19937_64 random(seed);
  for (const Operand& o : operands) {
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
      patience);
  const Child::End end = child.wait();
  if (end.status != 0)
    bug("the procedure as specified did not run: " + (end.status > 128 ? signal_text(end.status) : end.said));
}

// Seconds, percent of the peak, its quartiles: as numbers in text.
std::string Trial::Memory::timed(const std::function<void()>& run, const Length& length) const {
  const double size_of_peak = is_double() ? 0.5 : 1;
  bench::Contender one{"", run};
  bench::calibrate(one, length.sample);
  std::vector<double> percents;
  double peak = bench::measure_fma_peak(peak_sample).gflops;
  for (int round = 0; round < length.rounds; ++round) {
    one.seconds.push_back(bench::sample(one));
    const double after = bench::measure_fma_peak(peak_sample).gflops;
    percents.push_back(100 * operations / one.seconds.back() * 1e-9 / ((peak + after) / 2 * size_of_peak));
    peak = after;
    if (one.seconds.back() > length.hopeless) break;
  }
  const bench::Spread p = bench::spread(percents);
  return fmt::format("{} {} {} {}", bench::spread(one.seconds).median, p.median, p.lo, p.hi);
}

Trial::Result Trial::run(const Contender& c, const Length& length) const {
  constexpr const char* wrong = "wrong ";
  Child child(
      [&]() -> std::string {
        bench::pin_to_current_core();
        std::vector<void*> a = memory_->pointers();
        std::unique_ptr<Mapping> packed;
        if (!c.packing.empty()) {
          const std::int64_t bytes = c.packed_elements * ir::byte_size(memory_->type);
          packed = std::make_unique<Mapping>(static_cast<std::size_t>(bytes), Mapping::Kind::own);
          call(function(c.object, c.packing), {a[c.packed_operand], packed->data()});
          a[c.packed_operand] = packed->data();
        }
        void* f = function(c.object, c.function);
        call(f, a);
        if (const std::string first = memory_->compare(); !first.empty()) return wrong + first;
        return memory_->timed([&] { call(f, a); }, length);
      },
      patience);
  const Child::End end = child.wait();
  Result out;
  if (end.status > 128) out.ended = signal_text(end.status);
  else if (end.status != 0) out.ended = end.said;
  else if (end.said.rfind(wrong, 0) == 0) out.wrong = end.said.substr(std::strlen(wrong));
  else std::istringstream(end.said) >> out.seconds >> out.percent >> out.percent_lo >> out.percent_hi;
  return out;
}

}  // namespace tessera::driver
