// SPDX-License-Identifier: Apache-2.0
// Statements of random programs.
#include "fuzz/program_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::fuzz {

std::string BodyWriter::body(int statements) {
  left_ = statements;
  text_.clear();
  while (left_ > 0) statement(3);
  if (!callees_.empty() && dice_.chance(50)) call();
  return text_;
}

void BodyWriter::line(const std::string& s) {
  text_.append(static_cast<std::size_t>(4 * indent_), ' ');
  text_ += s + "\n";
}

void BodyWriter::block(int depth) {
  const std::size_t known = buffers.size();
  ++indent_;
  const int count = dice_.between(1, 3);
  for (int i = 0; i < count; ++i) statement(depth);
  --indent_;
  buffers.resize(known);
}

// A block in which these counters are known.
void BodyWriter::scoped(int depth, const std::vector<Counter>& more) {
  counters.insert(counters.end(), more.begin(), more.end());
  block(depth);
  counters.resize(counters.size() - more.size());
}

void BodyWriter::statement(int depth) {
  --left_;
  const std::size_t kind = dice_.below(depth > 0 && left_ > 0 ? 28 : 13);
  if (kind < 5) return write();
  if (kind < 7) return idiom(0);
  if (kind == 7) return temporary();
  if (kind == 8) return window();
  if (kind == 9) return configs ? write_config() : line("pass");
  if (kind == 10) return call();
  if (kind == 11) return dice_.chance(30) ? line("pass") : call();
  if (kind == 12) return write();
  if (kind < 18) return loop(depth);
  if (kind == 18) return divided_loop(depth);
  if (kind == 19) return branch(depth);
  if (kind == 20) return guarded_access(depth);
  if (kind < 23) return allocate(depth);
  idiom(depth);
}

Counter BodyWriter::bounds(std::string& lo, std::string& hi) {
  const Linear e = extent();
  const auto range = [&](Linear from, Linear to) {
    lo = text(from), hi = text(to);
    return Counter{"", from, to - Linear{1}};
  };
  const std::size_t kind = dice_.below(12);
  if (kind == 0) return range({1}, e - Linear{dice_.between(0, 1)});
  if (kind == 1) return range({dice_.between(0, 3)}, {dice_.between(2, 7)});
  if (kind == 2) return range({0, 1}, dice_.chance(50) ? Linear{0, 0, 1} : Linear{1, 2});
  if (kind == 3) {
    lo = "0", hi = Written{"n / {}", dice_.between(2, 4)};
    return {"", {}, {-1, 1}};
  }
  if (kind < 6 && !counters.empty()) {
    const Counter outer = dice_.pick(counters);
    if (dice_.chance(50)) {
      lo = "0", hi = outer.text + (dice_.chance(50) ? " + 1" : "");
      return {"", {}, outer.most};
    }
    const bool following = dice_.chance(50);
    lo = outer.text + (following ? " + 1" : ""), hi = text(e);
    return {"", outer.least, e - Linear{1}};
  }
  return range({}, e);
}

void BodyWriter::loop(int depth) {
  std::string lo, hi;
  Counter c = bounds(lo, hi);
  c.text = counter_name();
  line(Written{"for {} in {}({}, {}):", c.text, dice_.chance(12) ? "par" : "seq", lo, hi});
  // A name that hides another one hides it for good.
  const std::vector<Counter> outside = counters;
  std::erase_if(counters, [&](const Counter& o) { return o.text.find(c.text) != std::string::npos; });
  scoped(depth - 1, {c});
  counters = outside;
}

// Two loops whose counters are used as one.
void BodyWriter::divided_loop(int depth) {
  const std::string outer = fresh("io"), inner = fresh("ii");
  const int by = dice_.pick(std::vector<int>{2, 4});
  const bool constant = dice_.chance(40);
  line(Written{"for {} in seq(0, {}):", outer, constant ? "2" : Written{"n / {}", by}.text});
  ++indent_;
  line(Written{"for {} in seq(0, {}):", inner, by});
  const Linear all = constant ? Linear{2 * by} : Linear{0, 1};
  scoped(depth - 1, {{Written{"{} * {} + {}", by, outer, inner}, {}, all - Linear{1}},
                     {inner, {}, {by - 1}},
                     {outer, {}, constant ? Linear{1} : Linear{-1, 1}}});
  --indent_;
}

void BodyWriter::branch(int depth) {
  line(Written{"if {}:", condition()});
  block(depth - 1);
  if (!dice_.chance(45)) return;
  line("else:");
  block(depth - 1);
}

// An access that only its condition keeps in bounds.
void BodyWriter::guarded_access(int depth) {
  const Buffer* b = any_buffer(1);
  if (!b || counters.empty()) return branch(depth);
  const Counter c = dice_.pick(counters);
  const Linear d{dice_.between(-2, 2)};
  const std::string at = d.c < 0 ? Written{"{} - {}", c.text, -d.c} : Written{"{} + {}", c.text, d.c};
  line(Written{"if {} >= 0 and {} < {}:", at, at, text(b->shape.front())});
  ++indent_;
  const std::vector<Linear> rest(b->shape.begin() + 1, b->shape.end());
  const std::string idx = rest.empty() ? at : at + ", " + indices(rest);
  line(Written{"{}[{}] {} {}", b->name, idx, dice_.pick({"=", "+="}), data(1, b->type)});
  --indent_;
}

void BodyWriter::write() {
  const Buffer* b = any_buffer(dice_.chance(70) ? 1 : 0);
  if (!b) b = any_buffer(0);
  const std::string type = dice_.chance(90) ? b->type : dice_.pick({"f32", "f64", "i32"});
  if (dice_.chance(12)) {
    const std::string op = dice_.pick({"+", "*"});
    return line(Written{"{} = {} {} ({} {} {})", element(*b), leaf(type), op, leaf(type), op, leaf(type)});
  }
  line(Written{"{} {} {}", element(*b), dice_.chance(55) ? "=" : "+=", data(2, type)});
}

void BodyWriter::write_config() {
  const std::size_t kind = dice_.below(4);
  if (kind == 0) return line("Cfg.b = " + condition());
  if (kind == 1) return line("Cfg.s = " + data(0, "f32"));
  if (kind == 2 && dice_.chance(50)) return line("Cfg.st = " + stride());
  line("Cfg.f = " +
       (counters.empty() || dice_.chance(30) ? std::to_string(dice_.between(0, 3)) : dice_.pick(counters).text));
}

std::string BodyWriter::stride() {
  const Buffer* b = any_buffer(1);
  if (!b) return "1";
  return Written{"stride({}, {})", b->name, dice_.below(b->shape.size())};
}

// A tensor that gets its values at once, row by row, or where it is used only.
void BodyWriter::allocate(int depth) {
  Buffer b{fresh("t"), dice_.pick({"f32", "f32", "f32", "f64", "i32"}), {}, ""};
  b.base = b.name;
  for (int d = dice_.between(1, 2); d > 0; --d) b.shape.push_back(extent());
  std::string shape;
  for (const Linear& e : b.shape) shape += (shape.empty() ? "" : ", ") + text(e);
  line(Written{"{}: {}[{}]{}", b.name, b.type, shape, dice_.chance(10) ? " @ DRAM_STATIC" : ""});
  const int outside = indent_;
  std::string at;
  const std::vector<Counter> known = counters;
  for (const Linear& e : b.shape) {
    const std::string i = fresh("a");
    line(Written{"for {} in seq(0, {}):", i, text(e)});
    counters.push_back({i, {}, e - Linear{1}});
    at += (at.empty() ? "" : ", ") + i;
    ++indent_;
  }
  line(Written{"{}[{}] = {}", b.name, at, data(1, b.type)});
  if (dice_.chance(30)) {
    buffers.push_back(b);
    write();
    buffers.pop_back();
  }
  indent_ = outside;
  counters = known;
  buffers.push_back(b);
  if (depth > 0) statement(depth - 1);
}

void BodyWriter::temporary() {
  const Buffer* from = any_buffer(0);
  const std::string type = from ? from->type : "f32";
  const std::string name = fresh("s");
  line(Written{"{}: {}", name, type});
  if (dice_.chance(15)) return;  // of no use
  line(Written{"{} = {}", name, data(2, type)});
  buffers.push_back({name, type, {}, name});
  const Buffer* to = buffer(type, 1);
  if (!to) return;
  const Buffer target = *to;
  line(Written{"{} {} {} * {}", element(target), dice_.pick({"=", "+="}), name, leaf(type)});
}

void BodyWriter::window() {
  const Buffer* found = any_buffer(1);
  if (!found) return write();
  const Buffer base = *found;
  Buffer w{fresh("w"), base.type, {}, base.base};
  std::string dims;
  for (std::size_t d = 0; d < base.shape.size(); ++d) {
    const Linear e = base.shape[d];
    const bool last = d + 1 == base.shape.size() && w.shape.empty();
    if (!dims.empty()) dims += ", ";
    if (!last && dice_.chance(45)) {
      dims += index(e);
    } else if (dice_.chance(50) || !box_.at_most({2}, e)) {
      dims += "0:" + text(e);
      w.shape.push_back(e);
    } else {
      dims += "1:" + text(e);
      w.shape.push_back(e - Linear{1});
    }
  }
  line(Written{"{} = {}[{}]", w.name, base.name, dims});
  buffers.push_back(w);
  write();
}

// The argument for one parameter, "" when nothing fits. Two tensors of one call are different buffers, mostly.
std::string BodyWriter::call_argument(const Callee::Parameter& p, Linear size, std::vector<std::string>& taken) {
  if (p.kind == Callee::Kind::flag) return flags.empty() || dice_.chance(50) ? condition() : dice_.pick(flags);
  if (p.kind == Callee::Kind::index) return index(size);
  const Linear wanted = p.extent.n * size + Linear{p.extent.c};
  std::vector<std::string> fitting;
  for (const Buffer& b : buffers) {
    if (b.type != p.type || (std::find(taken.begin(), taken.end(), b.base) != taken.end() && !dice_.chance(3)))
      continue;
    if (p.kind == Callee::Kind::scalar) fitting.push_back(element(b));
    if (p.kind == Callee::Kind::dense && b.shape == std::vector{wanted} && b.name == b.base) fitting.push_back(b.name);
    if (p.kind != Callee::Kind::window || b.shape.empty() || !box_.at_most(wanted, b.shape.back())) continue;
    std::string dims;
    for (std::size_t d = 0; d + 1 < b.shape.size(); ++d) dims += index(b.shape[d]) + ", ";
    fitting.push_back(Written{"{}[{}0:{}]", b.name, dims, text(wanted)});
  }
  if (fitting.empty()) return p.kind == Callee::Kind::scalar ? literal(p.type) : "";
  const std::string chosen = dice_.pick(fitting);
  const std::string name = chosen.substr(0, chosen.find('['));
  for (const Buffer& b : buffers)
    if (b.name == name) taken.push_back(b.base);
  return chosen;
}

// The arguments of a call, "" when nothing in scope fits.
std::string BodyWriter::call_arguments(const Callee& callee) {
  Linear size = extent();
  if (const Buffer* b = any_buffer(1); b && dice_.chance(70)) size = b->shape.back();
  if (!box_.at_most({1}, size)) size = {1};
  std::string out;
  std::vector<std::string> taken;
  for (const Callee::Parameter& p : callee.parameters) {
    const std::string a = p.kind == Callee::Kind::size ? text(size) : call_argument(p, size, taken);
    if (a.empty()) return "";
    out += (out.empty() ? "" : ", ") + a;
  }
  return out;
}

void BodyWriter::call() {
  for (int i = 0; i < 4 && !callees_.empty(); ++i) {
    const Callee& callee = dice_.pick(callees_);
    const std::string arguments = call_arguments(callee);
    if (!arguments.empty()) return line(Written{"{}({})", callee.name, arguments});
  }
  write();
}

// The callee's assert on the configuration holds, mostly.
void BodyWriter::configured_call() {
  if (!configs || callees_.empty()) return call();
  line("Cfg.st = " + (dice_.chance(60) ? "1" : stride()));
  call();
}

}  // namespace tessera::fuzz
