// SPDX-License-Identifier: Apache-2.0
// Expressions of random programs: indices that lie within an extent, conditions, data.
#include <fmt/format.h>

#include <algorithm>

#include "fuzz/program_writer.hpp"

namespace tessera::fuzz {
namespace {

std::string plus(const std::string& text, Linear offset) {
  if (offset == Linear{}) return text;
  const std::string added = fuzz::text(offset);
  if (added.front() == '-' && added.find(' ') == std::string::npos) return text + " - " + added.substr(1);
  return text + " + " + added;
}

std::string in_product(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

}  // namespace

// Everything that an index may be made of: counters as they are, moved, scaled, mirrored, divided, added.
std::vector<Counter> BodyWriter::values() const {
  std::vector<Counter> out;
  for (const Counter& c : counters) {
    const std::string x = in_product(c.text);
    out.push_back(c);
    out.push_back({plus(c.text, -1 * c.least), {}, c.most - c.least});
    for (int by : {-1, 1, 2}) out.push_back({plus(c.text, {by}), c.least + Linear{by}, c.most + Linear{by}});
    out.push_back({"2 * " + x, 2 * c.least, 2 * c.most});
    out.push_back({"2 * " + x + " + 1", 2 * c.least + Linear{1}, 2 * c.most + Linear{1}});
    for (int by : {2, 3, 4}) out.push_back({Written{"{} % {}", x, by}, {}, {by - 1}});
    if (box_.at_most({}, c.least)) out.push_back({x + " / 2", {}, c.most});
    if (c.most.n == 0 && c.most.m == 0 && c.least == Linear{}) out.push_back({x + " / 4", {}, {c.most.c / 4}});
    for (const Counter& d : counters)
      if (&c != &d) out.push_back({c.text + " + " + d.text, c.least + d.least, c.most + d.most});
  }
  return out;
}

std::string BodyWriter::index(Linear extent) {
  const Linear last = extent - Linear{1};
  if (counters.empty() || dice_.chance(12)) {
    const int most = std::max(0, box_.least(last).value_or(0));
    return dice_.chance(30) ? text(last) : std::to_string(dice_.between(0, std::min(most, 8)));
  }
  std::vector<Counter> plain;
  for (const Counter& c : counters)
    if (box_.at_most({}, c.least) && box_.at_most(c.most, last)) plain.push_back(c);
  if (!plain.empty() && dice_.chance(65)) return dice_.pick(plain).text;
  std::vector<std::string> fitting;
  for (const Counter& v : values()) {
    if (box_.at_most({}, v.least) && box_.at_most(v.most, last)) fitting.push_back(v.text);
    if (box_.at_most({}, last - v.most) && box_.at_most({}, v.least) && dice_.chance(30))
      fitting.push_back(text(last) + " - " + (v.text.find(' ') == std::string::npos ? v.text : "(" + v.text + ")"));
  }
  return fitting.empty() ? "0" : dice_.pick(fitting);
}

std::string BodyWriter::indices(const std::vector<Linear>& shape) {
  std::string out;
  for (const Linear& extent : shape) out += (out.empty() ? "" : ", ") + index(extent);
  return out;
}

std::string BodyWriter::element(const Buffer& b) {
  return b.shape.empty() ? b.name : Written{"{}[{}]", b.name, indices(b.shape)};
}

Linear BodyWriter::extent() {
  switch (dice_.below(8)) {
    case 0: return {dice_.between(1, 4)};
    case 1:
    case 2: return {4};
    case 3: return {8};
    case 4: return {0, 1};
    case 5: return dice_.chance(50) ? Linear{1, 1} : Linear{0, 2};
    case 6: return {0, 0, 1};
    default: return {dice_.between(0, 1), 1};
  }
}

std::string BodyWriter::condition() {
  if (!flags.empty() && dice_.chance(15)) return dice_.pick(flags);
  if (configs && dice_.chance(10)) return dice_.pick({"Cfg.f < 3", "Cfg.f == 2", "Cfg.b", "Cfg.st == 1"});
  const std::string x = counters.empty() ? "n" : in_product(dice_.pick(counters).text);
  switch (dice_.below(7)) {
    case 0: return Written{"{} % {} == {}", x, dice_.between(2, 4), dice_.between(0, 1)};
    case 1: return Written{"{} < {}", x, text(extent() - Linear{1})};
    case 2: return Written{"{} >= {}", x, dice_.between(0, 4)};
    case 3: return Written{"{} == {}", x, dice_.between(0, 3)};
    case 4:
      return Written{"{} <= {} and {} > 0", x, dice_.between(1, 5),
                     counters.empty() ? "n" : in_product(dice_.pick(counters).text)};
    case 5: return Written{"{} + 1 < n or {} / 2 == 1", x, x};
    default: return dice_.chance(20) ? "n < m" : Written{"{} < {}", x, dice_.between(1, 4)}.text;
  }
}

const Buffer* BodyWriter::buffer(const std::string& type, std::size_t least_rank) {
  std::vector<const Buffer*> fitting;
  for (const Buffer& b : buffers)
    if (b.type == type && b.shape.size() >= least_rank) fitting.push_back(&b);
  return fitting.empty() ? nullptr : dice_.pick(fitting);
}

const Buffer* BodyWriter::any_buffer(std::size_t least_rank) {
  std::vector<const Buffer*> fitting;
  for (const Buffer& b : buffers)
    if (b.shape.size() >= least_rank) fitting.push_back(&b);
  return fitting.empty() ? nullptr : dice_.pick(fitting);
}

std::string BodyWriter::literal(const std::string& type) {
  const bool whole = type.front() != 'f';
  return whole || dice_.chance(70) ? Written{"{}.0", dice_.between(0, 3)}.text : "0.5";
}

std::string BodyWriter::leaf(const std::string& type) {
  if (configs && type == "f32" && dice_.chance(6)) return "Cfg.s";
  const Buffer* b = buffer(type, 0);
  return b && dice_.chance(85) ? element(*b) : literal(type);
}

// A number of another type, converted; perhaps rounded or shifted first.
std::string BodyWriter::converted(const std::string& type) {
  const Buffer* from = any_buffer(0);
  if (!from || from->type == "R") return leaf(type);
  const bool is_float = from->type.front() == 'f', to_float = type.front() == 'f';
  std::string value = element(*from);
  if (dice_.chance(30)) value = Written{"{} + {}", value, element(*from)}.text;
  if (dice_.chance(30))
    value = is_float
                ? Written{"{}({})", dice_.chance(50) ? "floor" : "round_even", value}.text
                : Written{"{}({}, {})", dice_.chance(50) ? "shift_right" : "bit_and", value, dice_.between(0, 7)}.text;
  const std::string range = to_float || dice_.chance(40) ? "" : is_float || dice_.chance(50) ? "sat_" : "wrap_";
  const bool is_narrow = type != "i64" && type != "ui64";
  return Written{"{}{}({})", is_narrow ? range : "", type, value};
}

std::string BodyWriter::data(int depth, const std::string& type) {
  if (depth == 0 || dice_.chance(25)) return leaf(type);
  if (dice_.chance(8)) return converted(type);
  const bool is_float = type.front() == 'f';
  switch (dice_.below(10)) {
    case 0: return Written{"-({})", data(depth - 1, type)};
    case 1: return is_float ? Written{"relu({})", data(depth - 1, type)} : leaf(type);
    case 2: return Written{"max({}, {})", data(depth - 1, type), leaf(type)};
    case 3: return Written{"select({}, {}, {}, {})", leaf(type), leaf(type), data(depth - 1, type), leaf(type)};
    case 4: return Written{"({} - {})", data(depth - 1, type), data(depth - 1, type)};
    case 5:
    case 6: return Written{"({} + {})", data(depth - 1, type), data(depth - 1, type)};
    case 7: return is_float && dice_.chance(30) ? Written{"({} / 2.0)", leaf(type)} : leaf(type);
    default: return Written{"{} * {}", leaf(type), data(depth - 1, type)};
  }
}

}  // namespace tessera::fuzz
