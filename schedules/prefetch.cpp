#include "schedules/prefetch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/tidy.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schedules {
namespace {

using Element = std::vector<ir::Expr>;

// The elements in all iterations of the loop, or in those of a step.
std::vector<Element> in_each_iteration(const Cursor& loop, const std::vector<Element>& elements, std::int64_t step) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  std::vector<Element> out;
  for (const Element& element : elements)
    for (std::int64_t i = 0; i < *literal_extent(loop); i += step) {
      out.push_back(element);
      for (ir::Expr& e : out.back()) e = rewrite::tidy(ir::substitute(e, {{counter, ir::int_lit(i)}}));
    }
  return out;
}

// The element as a window of one.
std::string window(const Proc& p, const std::string& buffer, const Element& place) {
  const ir::Names names(p.ir());
  std::string out;
  for (const ir::Expr& e : place) out += ir::print(e, names) + (&e == &place.back() ? "" : ", ");
  return fmt::format("{}[{}:{} + 1]", buffer, out, ir::print(place.back(), names));
}

}  // namespace

std::int64_t elements_of_line(const Proc& p, const std::string& buffer) {
  constexpr std::int64_t bytes = 64;
  return bytes / ir::byte_size(p.find_alloc_or_arg(buffer).type().scalar);
}

Proc prefetch(Proc p, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget& target) {
  const Proc* instruction = target.with_role("prefetch");
  if (!instruction) return p;
  for (const std::string& window : windows)
    p = insert_noop_call(p, p.forward(statement).before(), *instruction, {window});
  return p;
}

Proc prefetch_ahead(Proc p, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget& target) {
  const Proc* instruction = target.with_role(cache == Into::second ? "prefetch_ahead_l2" : "prefetch_ahead");
  if (!instruction) return p;
  return insert_noop_call(p, p.forward(statement).before(), *instruction, {window, elements});
}

Proc prefetch_iterations_ahead(Proc p, const Cursor& copies, const Cursor& lanes, std::int64_t iterations, Into cache,
                               const VectorTarget& target) {
  const ir::Sym counter = copies.parent().stmt().as<ir::For>()->iter;
  const ir::Read read = *body_of(lanes).front().stmt().as<ir::Assign>()->rhs.as<ir::Read>();
  const auto depends = [&](const ir::Expr& e) { return ir::mentions(e, counter); };
  const auto along = std::find_if(read.idx.begin(), read.idx.end(), depends);
  if (along == read.idx.end()) return p;
  const std::string elements =
      fmt::format("{} * stride({}, {})", iterations, read.name.text(), along - read.idx.begin());
  std::vector<Element> places{read.idx};
  for (Cursor loop = lanes;; loop = loop.parent()) {
    places = in_each_iteration(loop, places, loop == lanes ? target.lanes : 1);
    if (loop == copies) break;
  }
  for (const Element& place : places)
    p = prefetch_ahead(p, copies, window(p, read.name.text(), place), elements, cache, target);
  return p;
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
