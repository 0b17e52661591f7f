// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/epilogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "dsl/support/diagnostic.hpp"

namespace tessera::kernels::conv {
namespace {

struct KnownEpilogue {
  Epilogue::Kind kind;
  std::string word;
  std::vector<std::string> values;  // that follow the word
  std::string example;
};

const std::vector<KnownEpilogue>& known() {
  static const std::vector<KnownEpilogue> all{
      {Epilogue::scale, "scale", {}, "scale"},
      {Epilogue::bias, "bias", {}, "bias"},
      {Epilogue::residual, "residual", {}, "residual"},
      {Epilogue::relu, "relu", {}, "relu"},
      {Epilogue::relu6, "relu6", {}, "relu6"},
      {Epilogue::clamp, "clamp", {"LO", "HI"}, "clamp:-1:1"},
      {Epilogue::leaky, "leaky", {"SLOPE"}, "leaky:0.1"},
  };
  return all;
}

const KnownEpilogue& of_kind(Epilogue::Kind kind) {
  return *std::find_if(known().begin(), known().end(), [&](const KnownEpilogue& k) { return k.kind == kind; });
}

[[noreturn]] void refuse_epilogue(const std::string& message, const std::string& hint) {
  throw InputError("usage", "--epilogue: " + message, hint);
}

// As programs have it: with a point, or an exponent.
std::string number_text(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ':');) out.push_back(part);
  if (!text.empty() && text.back() == ':') out.emplace_back();
  return out;
}

// The narrowest type that is computed with has to hold it.
double number_in(const std::string& part, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  const bool is_number = error == std::errc() && end == part.data() + part.size() && !part.empty();
  if (!is_number || !(std::fabs(value) <= double(std::numeric_limits<float>::max())))
    refuse_epilogue(fmt::format("'{}' in '{}' is not a number", part, text), "as 0.5, -1 or 1e-3; f32 has to hold it");
  return value;
}

Epilogue with_values(const KnownEpilogue& known, const std::vector<double>& values, const std::string& text) {
  Epilogue out{known.kind};
  if (known.kind == Epilogue::leaky) out.slope = values[0];
  if (known.kind != Epilogue::clamp) return out;
  out.lo = values[0], out.hi = values[1];
  if (out.lo > out.hi)
    refuse_epilogue(fmt::format("no number is within the bounds of '{}'", text), "the lower one first");
  return out;
}

Epilogue epilogue_named(const std::string& text) {
  const std::vector<std::string> parts = parts_of(text);
  const std::string word = parts.empty() ? "" : parts.front();
  const auto found = std::find_if(known().begin(), known().end(), [&](const auto& k) { return k.word == word; });
  if (found == known().end()) refuse_epilogue(fmt::format("there is no '{}'", text), known_epilogues());
  if (parts.size() != found->values.size() + 1)
    refuse_epilogue(fmt::format("'{}' has {} values, {} takes {}", text, parts.size() - 1, word, found->values.size()),
                    "as in " + found->example);
  std::vector<double> values;
  for (std::size_t i = 1; i < parts.size(); ++i) values.push_back(number_in(parts[i], text));
  return with_values(*found, values, text);
}

}  // namespace

std::vector<Epilogue::Kind> epilogue_kinds() {
  std::vector<Epilogue::Kind> out;
  for (const KnownEpilogue& k : known()) out.push_back(k.kind);
  return out;
}

const std::string& word(Epilogue::Kind kind) { return of_kind(kind).word; }

std::string name(const Epilogue& e) {
  const std::string& word = of_kind(e.kind).word;
  if (e.kind == Epilogue::clamp) return fmt::format("{}:{}:{}", word, e.lo, e.hi);
  if (e.kind == Epilogue::leaky) return fmt::format("{}:{}", word, e.slope);
  return word;
}

std::string known_epilogues() {
  std::vector<std::string> out;
  for (const KnownEpilogue& k : known()) {
    out.push_back(k.word);
    for (const std::string& value : k.values) out.back() += ":" + value;
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

std::vector<Epilogue> epilogues_named(const std::vector<std::string>& words) {
  std::vector<Epilogue> out;
  for (const std::string& word : words) {
    const Epilogue e = epilogue_named(word);
    if (std::any_of(out.begin(), out.end(), [&](const Epilogue& other) { return other.kind == e.kind; }))
      refuse_epilogue(fmt::format("{} is given twice", of_kind(e.kind).word), "each at most once");
    out.push_back(e);
  }
  return out;
}

bool is_of_channels(const Epilogue& e) { return e.kind == Epilogue::scale || e.kind == Epilogue::bias; }
bool is_of_results(const Epilogue& e) { return e.kind == Epilogue::residual; }

std::string statement(const Epilogue& e, const std::string& x, const std::string& channel, const std::string& at) {
  switch (e.kind) {
    case Epilogue::scale: return fmt::format("{0} = scale[{1}] * {0}", x, channel);
    case Epilogue::bias: return fmt::format("{} += bias[{}]", x, channel);
    case Epilogue::residual: return fmt::format("{} += residual{}", x, at);
    case Epilogue::relu: return fmt::format("{0} = relu({0})", x);
    case Epilogue::relu6: return fmt::format("{0} = min(relu({0}), 6.0)", x);
    case Epilogue::clamp: return fmt::format("{0} = min(max({0}, {1}), {2})", x, number_text(e.lo), number_text(e.hi));
    case Epilogue::leaky: return fmt::format("{0} = select({0}, 0.0, {1} * {0}, {0})", x, number_text(e.slope));
  }
  throw std::logic_error("an epilogue of no kind");
}

}  // namespace tessera::kernels::conv
