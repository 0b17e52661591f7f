// SPDX-License-Identifier: Apache-2.0
#include "schedules/prefetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schedules {
namespace {

using Element = std::vector<ir::Expr>;

// The elements in all iterations of the loop, or in every `step`-th.
std::vector<Element> in_each_iteration(const Cursor& loop, const std::vector<Element>& elements, std::int64_t step) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  std::vector<Element> out;
  for (const Element& element : elements)
    for (std::int64_t i = 0; i < *literal_extent(loop); i += step) {
      out.push_back(element);
      for (ir::Expr& e : out.back()) e = rewrite::collect_terms(ir::substitute(e, {{counter, ir::int_lit(i)}}));
    }
  return out;
}

// The reads of the loops from `copies` to `lanes`, the first of each vector along the lanes.
std::vector<Element> elements_of(const ir::Read& read, const Cursor& copies, const Cursor& lanes, std::int64_t step) {
  std::vector<Element> out{read.idx};
  for (Cursor loop = lanes;; loop = loop.parent()) {
    out = in_each_iteration(loop, out, loop == lanes ? step : 1);
    if (loop == copies) return out;
  }
}

using Steps = std::vector<std::int64_t>;  // along each dimension

// From one of them to the next, if that is always the same.
std::optional<Steps> steps_between(const std::vector<Element>& all) {
  const auto apart = [](const Element& from, const Element& to) -> std::optional<Steps> {
    Steps out;
    for (std::size_t d = 0; d < from.size(); ++d) {
      const ir::Expr difference = rewrite::collect_terms(ir::sub(to[d], from[d]));
      const std::int64_t* number = ir::literal(difference);
      if (!number) return std::nullopt;
      out.push_back(*number);
    }
    return out;
  };
  if (all.size() == 1) return Steps(all[0].size(), 0);
  const std::optional<Steps> out = apart(all[0], all[1]);
  for (std::size_t i = 2; i < all.size(); ++i)
    if (apart(all[i - 1], all[i]) != out) return std::nullopt;
  return out;
}

bool are_side_by_side(const Steps& steps, std::int64_t elements) {
  return steps.back() == elements && std::all_of(steps.begin(), steps.end() - 1, [](std::int64_t s) { return s == 0; });
}

// The element as a window of one.
std::string window(const Proc& p, const std::string& buffer, const Element& place) {
  const ir::Names names(p.ir());
  std::string out;
  for (const ir::Expr& e : place) out += ir::print(e, names) + (&e == &place.back() ? "" : ", ");
  return fmt::format("{}[{}:{} + 1]", buffer, out, ir::print(place.back(), names));
}

bool is_along(const ir::Read& read, const Cursor& loop) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  return std::any_of(read.idx.begin(), read.idx.end(), [&](const ir::Expr& e) { return ir::mentions(e, counter); });
}

// The increment of the number per iteration, if constant.
std::optional<std::int64_t> growth(const ir::Expr& e, const ir::Sym& counter) {
  const ir::Expr next = ir::substitute(e, {{counter, ir::add(ir::read(counter, ir::Scalar::index), ir::int_lit(1))}});
  const ir::Expr more = rewrite::collect_terms(ir::sub(next, e));
  const std::int64_t* number = ir::literal(more);
  return number ? std::optional(*number) : std::nullopt;
}

// Elements between an iteration's read and that of `iterations` later; empty if not constant.
std::string to_later(const ir::Read& read, const Cursor& loop, std::int64_t iterations) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  std::string out;
  for (std::size_t d = 0; d < read.idx.size(); ++d) {
    const auto steps = growth(read.idx[d], counter);
    if (!steps) return "";
    if (*steps != 0)
      out += fmt::format("{}{} * stride({}, {})", out.empty() ? "" : " + ", iterations * *steps, read.name.text(), d);
  }
  return out;
}

// Elements between a read and that `iterations` of the loop around it later; of a shorter loop, iterations of the next
// outer one with the same duration. Empty where these loops read the same data again.
std::string ahead(const Cursor& copies, const ir::Read& read, std::int64_t iterations) {
  for (Cursor at = copies; at.path().steps.size() > 1;) {
    at = at.parent();
    if (!is_loop(at) || !is_along(read, at)) return "";
    const std::optional<std::int64_t> times = literal_extent(at);
    if (!times || iterations < *times) return to_later(read, at, iterations);
    iterations = (iterations + *times - 1) / *times;
  }
  return "";
}

// "A[i, 0:1]": of A.
ir::Scalar type_of(const Proc& p, const std::string& window) {
  return p.find_alloc_or_arg(window.substr(0, window.find('['))).type().scalar;
}

}  // namespace

std::int64_t elements_of_line(const Proc& p, const std::string& buffer) {
  constexpr std::int64_t bits = 512;
  return bits / ir::bit_size(p.find_alloc_or_arg(buffer).type().scalar);
}

Proc prefetch(Proc p, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget& target) {
  for (const std::string& window : windows) {
    const Proc* instruction = target.prefetch("prefetch", type_of(p, window));
    if (!instruction) return p;
    p = insert_noop_call(p, p.forward(statement).before(), *instruction, {window});
  }
  return p;
}

Proc prefetch_ahead(Proc p, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget& target) {
  const Proc* instruction =
      target.prefetch(cache == Into::second ? "prefetch_ahead_l2" : "prefetch_ahead", type_of(p, window));
  if (!instruction) return p;
  return insert_noop_call(p, p.forward(statement).before(), *instruction, {window, elements});
}

Proc prefetch_iterations_ahead(Proc p, const Cursor& copies, const Cursor& lanes, std::int64_t iterations, Into cache,
                               const VectorTarget& target) {
  const ir::Read read = *body_of(lanes).front().stmt().as<ir::Assign>()->rhs.as<ir::Read>();
  const std::string elements = ahead(copies, read, iterations);
  if (elements.empty()) return p;
  for (const Element& place : elements_of(read, copies, lanes, target.numbers()))
    p = prefetch_ahead(p, copies, window(p, read.name.text(), place), elements, cache, target);
  return p;
}

namespace {

/// Loops around a read.
struct Blocks {
  Cursor chooses, again;
};

std::optional<Blocks> blocks(const Cursor& statement, const ir::Read& read) {
  std::optional<Cursor> again;
  for (Cursor at = statement; at.path().steps.size() > 1;) {
    at = at.parent();
    if (!is_loop(at)) break;
    const bool chooses = is_along(read, at);
    if (chooses && again) return Blocks{at, *again};
    const std::int64_t times = literal_extent(at).value_or(1);
    if (!chooses && times > (again ? *literal_extent(*again) : 1)) again = at;
  }
  return std::nullopt;
}

// The loop stays within a line.
bool stays_in_line(const ir::Read& read, const Cursor& loop, std::int64_t line) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  const auto along_line = growth(read.idx.back(), counter);
  const bool is_about_last =
      std::none_of(read.idx.begin(), read.idx.end() - 1, [&](const ir::Expr& e) { return ir::mentions(e, counter); });
  return is_about_last && along_line && *along_line * *literal_extent(loop) <= line;
}

/// A loop of a register tile, and the number of lines that its iterations read.
struct Reach {
  Cursor loop;
  std::int64_t lines;
};

// The tile's loops that the element depends on, outermost first.
std::vector<Reach> reaches(const Cursor& tile, const Cursor& element, std::int64_t line) {
  const ir::Read& read = *element.expr().as<ir::Read>();
  std::vector<Reach> out;
  for (Cursor at = element; !(at == tile);) {
    at = at.parent();
    if (!is_loop(at) || !is_along(read, at)) continue;
    out.insert(out.begin(), {at, stays_in_line(read, at, line) ? 1 : *literal_extent(at)});
  }
  return out;
}

// Counters from 0 as digits of the number, the innermost loop last.
ir::Substitution digits(const ir::Expr& number, const std::vector<Reach>& loops) {
  ir::Substitution out;
  std::int64_t inside = 1;
  for (auto reach = loops.rbegin(); reach != loops.rend(); ++reach) {
    const ir::Expr whole = ir::floor_div(number, inside);
    out[reach->loop.stmt().as<ir::For>()->iter] = ir::floor_mod(whole, reach->lines);
    inside *= reach->lines;
  }
  return out;
}

/// Places to prefetch in turn.
struct Places {
  std::int64_t number;
  std::function<Element(const ir::Expr&)> at;
};

// In front of the statement: prefetches the next block's elements, spread over the iterations of the loop that reads a
// block again.
Proc ask_in_turn(Proc p, const Cursor& statement, const ir::Read& read, const Places& places,
                 const VectorTarget& target) {
  const auto found = blocks(statement, read);
  const std::string distance = found ? to_later(read, found->chooses, 1) : "";
  if (distance.empty()) return p;
  const std::int64_t times = *literal_extent(found->again), together = (places.number + times - 1) / times;
  const ir::Expr turn = ir::read(found->again.stmt().as<ir::For>()->iter, ir::Scalar::index);
  for (std::int64_t i = 0; i < together; ++i) {
    const ir::Expr number = ir::floor_mod(ir::add(ir::mul(turn, ir::int_lit(together)), ir::int_lit(i)), places.number);
    Element place = places.at(number);
    for (ir::Expr& e : place) e = rewrite::collect_terms(e);
    p = prefetch_ahead(p, statement, window(p, read.name.text(), place), distance, Into::second, target);
  }
  return p;
}

}  // namespace

Proc prefetch_next_block(Proc p, const Cursor& copies, const Cursor& lanes, const VectorTarget& target) {
  const ir::Read read = *body_of(lanes).front().stmt().as<ir::Assign>()->rhs.as<ir::Read>();
  const std::int64_t numbers = target.numbers();
  const std::vector<Element> vectors = elements_of(read, copies, lanes, numbers);
  std::optional<Steps> steps = steps_between(vectors);
  if (!steps) return p;
  auto places = static_cast<std::int64_t>(vectors.size());
  if (places == 1 || are_side_by_side(*steps, numbers)) {  // several in a line, or a line each
    const std::int64_t line = std::max(numbers, elements_of_line(p, read.name.text()));
    places = (places * numbers + line - 1) / line, steps->back() = line;
  }
  const auto place = [&](const ir::Expr& number) {
    Element out = vectors.front();
    for (std::size_t d = 0; d < out.size(); ++d) out[d] = ir::add(out[d], ir::mul(number, ir::int_lit((*steps)[d])));
    return out;
  };
  return ask_in_turn(p, copies, read, {places, place}, target);
}

Proc prefetch_next_elements(Proc p, const Cursor& tile, const Cursor& element, const VectorTarget& target) {
  const ir::Read read = *element.expr().as<ir::Read>();
  const std::vector<Reach> loops = reaches(tile, element, elements_of_line(p, read.name.text()));
  std::int64_t places = 1;
  for (const Reach& reach : loops) places *= reach.lines;
  const auto place = [&](const ir::Expr& number) {
    Element out = read.idx;
    for (ir::Expr& e : out) e = ir::substitute(e, digits(number, loops));
    return out;
  };
  return ask_in_turn(p, tile, read, {places, place}, target);
}

Proc prefetch_written(Proc p, const Cursor& nest, const std::string& buffer, const Cursor& statement,
                      const VectorTarget& target) {
  const std::vector<Cursor> loops = perfect_nest(p.forward(nest));
  std::vector<Element> places;
  for (const Cursor& s : body_of(loops.back()))
    if (const auto* write = s.stmt().as<ir::Assign>(); write && write->name.text() == buffer)
      places.push_back(write->idx);
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
    places = in_each_iteration(*loop, places, loop == loops.rbegin() ? target.lanes : 1);
  std::vector<std::string> windows;
  for (const Element& place : places) windows.push_back(window(p, buffer, place));
  return prefetch(p, statement, windows, target);
}

}  // namespace tessera::schedules
