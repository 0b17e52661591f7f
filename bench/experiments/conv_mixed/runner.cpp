// SPDX-License-Identifier: Apache-2.0
// One convolution of small types in turns with oneDNN, one thread, weights packed beforehand, images and results NHWC:
//   runner LIBRARY.so NAME TYPES K C P Q R S stride [ELEMENTS]
// TYPES: ui8_i8_i32 or bf16_bf16_f32. ELEMENTS: of the packed weights. Results are compared first: sums of bytes are
// equal, those of bf16 within 1e-4 of the sum of the magnitudes. Prints "GOP/s oneDNN ratio lower-quartile
// upper-quartile implementation".
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dnnl.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace {

constexpr int pairs = 31;
constexpr double sample_seconds = 0.02;

struct Shape {
  std::int64_t K, C, P, Q, R, S, stride;
  std::int64_t H() const { return (P - 1) * stride + R; }
  std::int64_t W() const { return (Q - 1) * stride + S; }
  double operations() const { return 2.0 * double(K) * double(C) * double(P) * double(Q) * double(R) * double(S); }
};

template <class T> struct Aligned {
  explicit Aligned(std::int64_t n)
      : count(n), data(static_cast<T*>(std::aligned_alloc(64, (n * sizeof(T) + 4095) / 4096 * 4096))) {
    if (!data) throw std::bad_alloc();
    std::memset(data, 0, n * sizeof(T));
  }
  ~Aligned() { std::free(data); }
  Aligned(const Aligned&) = delete;
  std::int64_t count;
  T* data;
};

struct Bytes {
  using Image = std::uint8_t;
  using Weight = std::int8_t;
  using Sum = std::int32_t;
  static constexpr auto image = dnnl::memory::data_type::u8, weight = dnnl::memory::data_type::s8,
                        sum = dnnl::memory::data_type::s32;
  static Image of_image(std::mt19937& r) { return Image(r() & 255); }
  static Weight of_weight(std::mt19937& r) { return Weight(int(r() & 255) - 128); }
  static bool is_close(Sum a, Sum b, double) { return a == b; }
};

struct Halves {
  using Image = std::uint16_t;
  using Weight = std::uint16_t;
  using Sum = float;
  static constexpr auto image = dnnl::memory::data_type::bf16, weight = dnnl::memory::data_type::bf16,
                        sum = dnnl::memory::data_type::f32;
  static std::uint16_t any(std::mt19937& r) {
    const float x = float(int(r() & 255) - 128) / 64;
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return std::uint16_t(bits >> 16);
  }
  static Image of_image(std::mt19937& r) { return any(r); }
  static Weight of_weight(std::mt19937& r) { return any(r); }
  static bool is_close(Sum a, Sum b, double terms) { return std::fabs(a - b) <= 1e-4 * 4 * terms; }
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Run> double seconds(const Run& run, std::int64_t times) {
  const double start = now();
  for (std::int64_t i = 0; i < times; ++i) run();
  return (now() - start) / double(times);
}

template <class Run> std::int64_t repetitions(const Run& run) {
  for (std::int64_t n = 1;; n *= 2)
    if (seconds(run, n) * double(n) > sample_seconds) return n;
}

template <class T> T function(void* library, const std::string& name) {
  void* found = dlsym(library, name.c_str());
  if (!found) throw std::runtime_error("no function " + name);
  return reinterpret_cast<T>(found);
}

template <class Types> int measure(void* library, const std::string& name, const Shape& s, std::int64_t elements) {
  using Image = typename Types::Image;
  using Weight = typename Types::Weight;
  using Sum = typename Types::Sum;
  using Tag = dnnl::memory::format_tag;
  Aligned<Image> image(s.H() * s.W() * s.C);
  Aligned<Weight> weights(s.R * s.S * s.C * s.K), packed(elements);
  Aligned<Sum> result(s.P * s.Q * s.K), other(s.P * s.Q * s.K);
  std::mt19937 random(1);
  for (std::int64_t i = 0; i < image.count; ++i) image.data[i] = Types::of_image(random);
  for (std::int64_t i = 0; i < weights.count; ++i) weights.data[i] = Types::of_weight(random);
  function<void (*)(const Weight*, Weight*)>(library, name + "_pack")(weights.data, packed.data);
  const auto kernel = function<void (*)(Sum*, const Weight*, const Image*)>(library, name);
  const auto ours = [&] { kernel(result.data, packed.data, image.data); };

  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const auto desc = [](const dnnl::memory::dims& dims, dnnl::memory::data_type type, Tag tag) {
    return dnnl::memory::desc(dims, type, tag);
  };
  const dnnl::memory::dims of_image{1, s.C, s.H(), s.W()}, of_weights{s.K, s.C, s.R, s.S}, of_result{1, s.K, s.P, s.Q};
  const dnnl::convolution_forward::primitive_desc chosen(
      engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      desc(of_image, Types::image, Tag::nhwc), desc(of_weights, Types::weight, Tag::any),
      desc(of_result, Types::sum, Tag::nhwc), {s.stride, s.stride}, {0, 0}, {0, 0});
  dnnl::memory source(chosen.src_desc(), engine, image.data), destination(chosen.dst_desc(), engine, other.data);
  dnnl::memory plain(desc(of_weights, Types::weight, Tag::hwio), engine, weights.data),
      own(chosen.weights_desc(), engine);
  dnnl::reorder(plain, own).execute(stream, plain, own);
  const dnnl::convolution_forward conv(chosen);
  const std::unordered_map<int, dnnl::memory> arguments{
      {DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, own}, {DNNL_ARG_DST, destination}};
  const auto theirs = [&] { conv.execute(stream, arguments), stream.wait(); };

  ours(), theirs();
  for (std::int64_t i = 0; i < result.count; ++i)
    if (!Types::is_close(result.data[i], other.data[i], double(s.C * s.R * s.S))) {
      std::fprintf(stderr, "%s: result %lld is %g, oneDNN has %g\n", name.c_str(), (long long)i, double(result.data[i]),
                   double(other.data[i]));
      return 1;
    }
  const std::int64_t n = repetitions(ours), m = repetitions(theirs);
  std::vector<double> of_ours, of_theirs, ratios;
  double before = seconds(theirs, m);
  for (int i = 0; i < pairs; ++i) {
    const double mine = seconds(ours, n), after = seconds(theirs, m);
    of_ours.push_back(mine), of_theirs.push_back(after), ratios.push_back((before + after) / 2 / mine);
    before = after;
  }
  for (auto* all : {&of_ours, &of_theirs, &ratios}) std::sort(all->begin(), all->end());
  std::printf("%.1f %.1f %.3f %.3f %.3f %s\n", s.operations() / of_ours[pairs / 2] * 1e-9,
              s.operations() / of_theirs[pairs / 2] * 1e-9, ratios[pairs / 2], ratios[pairs / 4],
              ratios[pairs - 1 - pairs / 4], chosen.impl_info_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 12) {
    std::fprintf(stderr, "usage: runner LIBRARY NAME TYPES K C P Q R S stride ELEMENTS\n");
    return 2;
  }
  const auto number = [&](int i) { return std::stoll(argv[i]); };
  const Shape s{number(4), number(5), number(6), number(7), number(8), number(9), number(10)};
  void* library = dlopen(argv[1], RTLD_NOW);
  if (!library) throw std::runtime_error(dlerror());
  if (std::string(argv[3]) == "ui8,i8,i32") return measure<Bytes>(library, argv[2], s, number(11));
  if (std::string(argv[3]) == "bf16,bf16,f32") return measure<Halves>(library, argv[2], s, number(11));
  throw std::runtime_error(std::string("no types ") + argv[3]);
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
  return 1;
}
