// SPDX-License-Identifier: Apache-2.0
// Shapes that primitives look for, and that chance alone would hardly ever write.
#include <fmt/format.h>

#include "fuzz/program_writer.hpp"

namespace tessera::fuzz {

void BodyWriter::idiom(int depth) {
  if (configs && depth > 0 && dice_.chance(10)) return moving_bound();
  if (aligned && dice_.chance(40)) return aligned_row();
  switch (dice_.below(depth > 0 ? 19 : 8)) {
    case 0: return twin_writes();
    case 1: return sum_of_products();
    case 2: return row_call();
    case 3: return numbered_buffers();
    case 4: return two_buffers();
    case 5: return lane_loop();
    case 6: return configured_call();
    case 7: return sum_of_products();
    case 8: return twin_loops();
    case 9: return continued_loop();
    case 10: return twin_branches();
    case 11: return staged_row();
    case 12: return circular_row();
    case 13: return repeated_block();
    case 14: return shared_scratch();
    case 15: return roomy_row();
    case 16: return moving_bound();
    case 17: return half_written();
    default: return nest();
  }
}

void BodyWriter::twin_writes() {
  const Buffer* b = any_buffer(0);
  const Buffer target = *b;
  const std::string at = element(target);
  if (dice_.chance(35)) {
    line(Written{"{} = {} + {}", at, dice_.chance(90) ? at : element(target), data(1, target.type)});
    return;
  }
  line(Written{"{} {} {}", at, dice_.pick({"=", "+="}), data(1, target.type)});
  line(Written{"{} {} {}", dice_.chance(90) ? at : element(target), dice_.pick({"=", "+="}), data(1, target.type)});
}

// x = 0; for k: x += c * e. Sometimes with something in between that spoils it.
void BodyWriter::sum_of_products() {
  const std::string type = dice_.pick({"f32", "f32", "f64"}), name = fresh("acc"), k = fresh("k");
  const bool owns = dice_.chance(50) || !buffer(type, 0);
  Buffer target{name, type, {}, name};
  if (owns) line(Written{"{}: {}", name, type});
  else target = *buffer(type, 0);
  const std::string at = owns ? name : element(target);
  const std::string factor = leaf(type);
  const Linear e = extent();
  line(at + " = 0.0");
  line(Written{"for {} in seq({}, {}):", k, dice_.chance(80) ? "0" : "1", text(e)});
  ++indent_;
  counters.push_back({k, {}, e - Linear{1}});
  line(Written{"{} += {} * {}", at, factor, leaf(type)});
  if (dice_.chance(25)) line(Written{"{} += {} * {}", at, leaf(type), factor});
  if (dice_.chance(10)) write();
  counters.pop_back();
  --indent_;
  if (!owns) return;
  buffers.push_back(target);
  if (const Buffer* to = buffer(type, 1)) line(Written{"{} += {}", element(*to), name});
}

// Two loops over the same iterations.
void BodyWriter::twin_loops() {
  std::string lo, hi;
  const Counter range = bounds(lo, hi);
  for (int i = 0; i < 2; ++i) {
    Counter c = range;
    c.text = fresh("i");
    line(Written{"for {} in seq({}, {}):", c.text, lo, dice_.chance(93) ? hi : hi + " + 1 - 1"});
    const int before = left_;
    left_ = dice_.between(0, 1);
    scoped(1, {c});
    left_ = before;
  }
}

// One loop, cut in two.
void BodyWriter::continued_loop() {
  const Linear e = extent();
  const int cut = dice_.between(0, 3);
  const std::string i = fresh("i"), j = dice_.chance(50) ? i : fresh("i");
  const bool parallel = dice_.chance(10);
  const std::size_t known = counters.size();
  counters.push_back({i, {}, e - Linear{1}});
  if (!box_.at_most({cut}, e)) counters.pop_back();  // the first loop may be longer
  ++indent_;
  const std::string before = text_;
  text_.clear();
  write();
  std::string body = text_;
  text_ = before;
  --indent_;
  counters.resize(known);
  line(Written{"for {} in {}(0, {}):", i, parallel ? "par" : "seq", cut});
  text_ += body;
  line(Written{"for {} in {}({}, {}):", j, parallel ? "par" : "seq", dice_.chance(90) ? cut : cut + 1, text(e)});
  for (std::size_t at = 0; i != j && (at = body.find(i, at)) != std::string::npos; at += j.size())
    body.replace(at, i.size(), j);
  text_ += body;
}

void BodyWriter::twin_branches() {
  const std::string c = condition();
  for (int i = 0; i < 2; ++i) {
    line(Written{"if {}:", c});
    ++indent_, write(), --indent_;
    if (!dice_.chance(30)) continue;
    line("else:");
    ++indent_, write(), --indent_;
  }
}

// A row of a tensor is copied, changed and stored back, per iteration of a loop.
void BodyWriter::staged_row() {
  const Buffer* found = any_buffer(1);
  if (!found) return write();
  const Buffer base = *found;
  const std::string i = fresh("i"), a = fresh("a"), b = fresh("b"), row = fresh("row");
  const Linear outer = extent(), e = base.shape.back();
  line(Written{"for {} in {}(0, {}):", i, dice_.chance(20) ? "par" : "seq", text(outer)});
  ++indent_;
  counters.push_back({i, {}, outer - Linear{1}});
  std::string lead;
  for (std::size_t d = 0; d + 1 < base.shape.size(); ++d) lead += index(base.shape[d]) + ", ";
  line(Written{"{}: {}[{}]", row, base.type, text(e)});
  line(Written{"for {} in seq(0, {}):", a, text(e)});
  line(Written{"    {}[{}] = {}[{}{}]", row, a, base.name, lead, a});
  line(Written{"for {} in seq(0, {}):", b, text(e)});
  counters.push_back({b, {}, e - Linear{1}});
  line(Written{"    {}[{}{}] {} {}[{}] * {}", base.name, lead, b, dice_.pick({"=", "+="}), row, index(e),
               leaf(base.type)});
  counters.resize(counters.size() - 2);
  --indent_;
}

// A callee gets a part of a row at an address that it can take: of a buffer of its own, or of all iterations.
void BodyWriter::aligned_row() {
  const Buffer* to = buffer("f32", 1);
  if (!to) return write();
  const Buffer target = *to;
  const std::string i = fresh("i"), row = fresh("row"), w = fresh("w");
  const Linear outer = extent();
  const bool is_shared = dice_.chance(30);
  if (is_shared) line(Written{"{}: f32[{}, 8]", row, text(outer)});
  line(Written{"for {} in seq(0, {}):", i, text(outer)});
  ++indent_;
  counters.push_back({i, {}, outer - Linear{1}});
  if (!is_shared) line(Written{"{}: f32[8]", row});
  const std::string lead = is_shared ? i + ", " : "";
  const int from = 4 * dice_.between(0, 1);
  const std::string part = Written{"{}[{}{}:{}]", row, lead, from, from + 4};
  const bool is_named = dice_.chance(30);
  if (is_named) line(Written{"{} = {}", w, part});
  line(is_named ? Written{"settle({}[0:4])", w} : Written{"settle({})", part});
  line(Written{"{} += {}[{}{}]", element(target), row, lead, from + dice_.between(0, 3)});
  counters.pop_back();
  --indent_;
}

// A buffer of which only a few neighbouring elements are alive at a time.
void BodyWriter::circular_row() {
  const Buffer* to = buffer("f32", 1);
  if (!to) return write();
  const Buffer target = *to;
  const std::string i = fresh("i"), ring = fresh("ring");
  const Linear e = target.shape.back();
  line(Written{"{}: f32[{}]", ring, text(e + Linear{1})});
  line(Written{"{}[0] = {}", ring, leaf("f32")});
  line(Written{"for {} in seq(0, {}):", i, text(e)});
  counters.push_back({i, {}, e - Linear{1}});
  std::string lead;
  for (std::size_t d = 0; d + 1 < target.shape.size(); ++d) lead += index(target.shape[d]) + ", ";
  line(Written{"    {}[{} + 1] = {}", ring, i, leaf("f32")});
  line(Written{"    {}[{}{}] {} {}[{}] + {}[{} + 1]", target.name, lead, i, dice_.pick({"=", "+="}), ring, i, ring, i});
  counters.pop_back();
}

// A row with room after its end, filled, added to and used, mostly up to the end.
void BodyWriter::roomy_row() {
  const Buffer* to = buffer("f32", 1);
  if (!to) return write();
  const Buffer target = *to;
  const std::string row = fresh("row");
  const Linear e = target.shape.back();
  std::string lead;
  for (std::size_t d = 0; d + 1 < target.shape.size(); ++d) lead += index(target.shape[d]) + ", ";
  line(Written{"{}: f32[{}]", row, text(e + Linear{dice_.between(1, 2)})});
  for (int round = 0; round < 3; ++round) {
    const std::string i = fresh("i");
    line(Written{"for {} in seq(0, {}):", i, text(round == 0 && dice_.chance(15) ? e + Linear{1} : e)});
    if (round == 0) line(Written{"    {}[{}] = {}", row, i, leaf("f32")});
    if (round == 1) line(Written{"    {}[{}] {} {}[{}] * {}", row, i, dice_.pick({"=", "+="}), row, i, leaf("f32")});
    if (round == 2) line(Written{"    {}[{}{}] {} {}[{}]", target.name, lead, i, dice_.pick({"=", "+="}), row, i});
  }
}

// Two or three perfectly nested loops around one or two writes; sometimes an if between.
void BodyWriter::nest() {
  const std::size_t known = counters.size();
  const int outside = indent_, depth = dice_.between(2, 3);
  for (int d = 0; d < depth; ++d) {
    std::string lo = "0", hi;
    Counter c;
    if (dice_.chance(70)) {
      const Linear e = extent();
      hi = text(e), c = {"", {}, e - Linear{1}};
    } else {
      c = bounds(lo, hi);
    }
    c.text = fresh(dice_.pick({"i", "j", "k"}));
    line(Written{"for {} in {}({}, {}):", c.text, dice_.chance(8) ? "par" : "seq", lo, hi});
    counters.push_back(c);
    ++indent_;
    if (dice_.chance(12)) line(Written{"if {}:", condition()}), ++indent_;
  }
  write();
  if (dice_.chance(30)) write();
  counters.resize(known);
  indent_ = outside;
}

// The same again for each iteration, which the counter has no part in.
void BodyWriter::repeated_block() {
  const std::string i = fresh("r");
  line(Written{"for {} in seq(0, {}):", i, text(extent())});
  const int before = left_;
  left_ = 0;
  block(1);
  left_ = before;
}

// A buffer whose elements are named by literals.
void BodyWriter::numbered_buffers() {
  const Buffer* to = buffer("f32", 0);
  if (!to) return write();
  const Buffer target = *to;
  const std::string u = fresh("u");
  line(u + ": f32[2]");
  line(Written{"{}[0] = {}", u, data(1, "f32")});
  line(Written{"{}[1] = {}", u, data(1, "f32")});
  line(Written{"{} {} {}[{}] * {}[1]", element(target), dice_.pick({"=", "+="}), u, dice_.below(2), u});
}

// Two buffers, the first of which is done with before the second begins; mostly.
void BodyWriter::two_buffers() {
  const Buffer* to = buffer("f32", 0);
  if (!to) return write();
  const Buffer target = *to;
  const std::string a = fresh("v"), b = fresh("v");
  const Linear e = extent();
  const bool tensor = dice_.chance(40) && box_.at_most({1}, e);
  const std::string shape = tensor ? "[" + text(e) + "]" : "", at = tensor ? "[0]" : "";
  for (const std::string& name : {a, b}) {
    line(name + ": f32" + shape);
    line(Written{"{}{} = {}", name, at, data(1, "f32")});
    line(Written{"{} += {}{} * {}", element(target), dice_.chance(90) ? name : a, at, leaf("f32")});
  }
}

// The work of an instruction with four lanes, as a loop.
void BodyWriter::lane_loop() {
  const Buffer *to = buffer("f32", 1), *from = buffer("f32", 1);
  if (!to || !box_.at_most({4}, to->shape.back()) || !box_.at_most({4}, from->shape.back())) return write();
  const auto row = [&](const Buffer& b) {
    std::string lead;
    for (std::size_t d = 0; d + 1 < b.shape.size(); ++d) lead += index(b.shape[d]) + ", ";
    return Written{"{}[{}", b.name, lead}.text;
  };
  const std::string i = fresh("l"), target = row(*to), source = row(*from);
  line(Written{"for {} in seq(0, 4):", i});
  line(Written{"    {}{}] {} {}{}]", target, i, dice_.pick({"=", "+="}), source, i});
}

// A small buffer per iteration of a loop, parallel or not, around the only use of it.
void BodyWriter::shared_scratch() {
  const Buffer* to = buffer("f32", 1);
  if (!to) return write();
  const Buffer target = *to;
  const std::string i = fresh("i"), b = fresh("b");
  const Linear e = target.shape.back();
  const int size = dice_.between(1, 4), at = dice_.between(0, size - 1);
  line(Written{"for {} in {}(0, {}):", i, dice_.chance(60) ? "par" : "seq", text(e)});
  counters.push_back({i, {}, e - Linear{1}});
  std::string lead;
  for (std::size_t d = 0; d + 1 < target.shape.size(); ++d) lead += index(target.shape[d]) + ", ";
  ++indent_;
  line(Written{"{}: f32[{}]", b, size});
  line(Written{"{}[{}] = {}", b, at, leaf("f32")});
  line(Written{"{}[{}{}] {} {}[{}]", target.name, lead, i, dice_.pick({"=", "+="}), b, at});
  --indent_;
  counters.pop_back();
}

// A loop from a bound that its body changes: the field was read once, before.
void BodyWriter::moving_bound() {
  if (!configs || !buffer("f32", 1)) return nest();
  const std::string i = fresh("i"), x = fresh("s");
  const int outside = indent_;
  const bool short_loop = dice_.chance(60);
  line(Written{"for {} in seq({}Cfg.f % 4, 4):", i, short_loop ? "" : "0 - "});
  ++indent_;
  if (!short_loop) line(Written{"if {} >= 0:", i}), ++indent_;
  counters.push_back({i, {}, {3}});
  line(x + ": f32");
  line(Written{"{} = {}", x, leaf("f32")});
  line(Written{"Cfg.f = {}", dice_.chance(70) ? "Cfg.f + 1" : "2"});
  line(Written{"{} = {}", element(*buffer("f32", 1)), x});
  counters.pop_back();
  indent_ = outside;
}

// Elements are written before they are read for most sizes, or some.
void BodyWriter::half_written() {
  const Buffer* to = buffer("f32", 1);
  if (!to) return nest();
  const Buffer target = *to;
  if (dice_.chance(50)) return half_written_row(target);
  const std::string i = fresh("i"), x = fresh("s");
  const int outside = indent_;
  line(Written{"for {} in seq(0, {}):", i, text(target.shape.back())});
  ++indent_;
  counters.push_back({i, {}, target.shape.back() - Linear{1}});
  const std::string c = condition();
  line(x + ": f32");
  line(Written{"if {}:", c});
  line(Written{"    {} = {}", x, leaf("f32")});
  if (dice_.chance(30)) line("else:"), line(Written{"    {} = 1.0", x});
  else if (dice_.chance(50)) line(Written{"if {}:", dice_.chance(80) ? c : condition()}), ++indent_;
  line(Written{"{} = {}", element(target), x});
  counters.pop_back();
  indent_ = outside;
}

void BodyWriter::half_written_row(const Buffer& target) {
  const std::string row = fresh("row"), i = fresh("i"), j = fresh("j");
  const Linear e = target.shape.back();
  line(Written{"{}: f32[{}]", row, text(e)});
  if (dice_.chance(40)) {
    line(Written{"for {} in seq(0, ({}) / 4):", i, text(e)});
    line(Written{"    for {} in seq(0, 4):", j});
    line(Written{"        {}[4 * {} + {}] = {}", row, i, j, leaf("f32")});
  } else {
    line(Written{"for {} in seq({}, {}):", i, dice_.chance(70) ? 0 : 1, text(e)});
    line(Written{"    {}[{}] = {}", row, i, leaf("f32")});
  }
  std::string lead;
  for (std::size_t d = 0; d + 1 < target.shape.size(); ++d) lead += index(target.shape[d]) + ", ";
  const std::string k = fresh("k");
  line(Written{"for {} in seq({}, {}):", k, dice_.chance(60) ? 0 : 1, text(e)});
  line(Written{"    {}[{}{}] {} {}[{}]", target.name, lead, k, dice_.pick({"=", "+="}), row, k});
}

void BodyWriter::row_call() {
  if (counters.empty() || dice_.chance(30)) return call();
  const std::vector<Counter> all = counters;
  counters = {dice_.pick(all)};
  call();
  counters = all;
}

}  // namespace tessera::fuzz
