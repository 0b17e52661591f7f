// replace — statements become a call of a procedure (an instruction, mostly) that does the same.
//   s   -->   f(arguments that unification finds)
// Shape:   R1 the statements unify with the body of f.  R2 nothing that they allocate is used behind them.
// Safety:  S1 the body of f under the arguments is the same program as the statements, and no argument reads what f writes before it is used.
//          S2 the preconditions of f hold, stride(...) included, and windows have the shapes f wants.
//          S3 every window lies in its buffer.   S4 no argument that f writes overlaps another.
// Forward: the statements are gone; all else stays.
// Of several ways to choose the arguments the first that meets S1–S4 is taken: windows along the innermost dimensions first.
#include <fmt/format.h>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/same.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/step.hpp"
#include "dsl/rewrite/unify.hpp"

namespace tessera::rewrite {
namespace {

struct Replace {
  struct Args {
    BlockPlace block;
    Proc by;
    static constexpr auto fields() { return std::tuple{required("block", &Args::block), required("by", &Args::by)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statements have the shape of the procedure's body"},
      {"R2", "nothing that the statements allocate is used behind them"},
      {"S1", "the procedure's body under the arguments is the same program as the statements"},
      {"S2", "the procedure's preconditions hold at the call"},
      {"S3", "every window lies in its buffer"},
      {"S4", "no argument that the procedure writes overlaps another argument"}};

  struct Shape {
    Range range;
    ir::Block block;
    ir::Call call;
  };

  static ir::Block statements(const ir::Procedure& proc, const Range& range) {
    const ir::Block& list = *cursor::list_at(proc, range.first);
    auto begin = list.begin() + range.first.steps.back().index;
    return {begin, begin + range.count};
  }

  // One statement given, several wanted: the ones behind it are meant as well.
  static Range extended(const ir::Procedure& proc, Range range, const ir::Procedure& callee) {
    auto left = static_cast<int>(cursor::list_at(proc, range.first)->size()) - range.first.steps.back().index;
    if (range.count == 1) range.count = std::min(left, std::max(1, static_cast<int>(callee.body.size())));
    return range;
  }

  static std::vector<smt::Query> both(std::vector<smt::Query> a, const std::vector<smt::Query>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  static Shape shape(Site& site, const Args& a) {
    const ir::Procedure& callee = a.by.ir();
    Range range = extended(site.ir(), site.block(a.block), callee);
    ir::Block block = statements(site.ir(), range);
    check_locals(site, range, block);
    Lowering lower(site.terms(), site.ir());
    analysis::facts_at(lower, site.ir(), range.first);
    Unification found = unify(lower, block, callee);
    if (found.candidates.empty())
      site.refuse("R1", range.first, fmt::format("does not unify with {}: {}", callee.name, found.mismatch.why),
                  fmt::format("{} has `{}` where the program has `{}`", callee.name, found.mismatch.wanted, found.mismatch.found));
    Shape first{range, block, {a.by.ref(), found.candidates.front().args}};
    for (const Candidate& c : found.candidates) {
      Shape trial{range, block, {a.by.ref(), c.args}};
      if (all_hold(site, trial)) return trial;
    }
    return first;
  }

  static void check_locals(Site& site, const Range& range, const ir::Block& block) {
    const ir::Block& list = *cursor::list_at(site.ir(), range.first);
    ir::Block behind(list.begin() + range.first.steps.back().index + range.count, list.end());
    for (const ir::Stmt& s : block)
      if (ir::Sym bound = ir::bound_name(s); bound && !s.as<ir::For>() && ir::mentions(behind, bound))
        site.refuse("R2", range.first, bound.text() + " is used behind the statements", "give the whole block that uses it");
  }

  static bool all_hold(Site& site, const Shape& s) {
    for (const Obligation& o : safety(site, s))
      for (const smt::Query& q : o.ways.front().queries())
        if (!site.holds(q.assumptions, q.goal, q.text)) return false;
    return true;
  }

  static std::vector<Obligation> safety(Site& site, const Shape& s) {
    auto lower = std::make_shared<Lowering>(site.terms(), site.ir());
    std::vector<Formula> facts = analysis::facts_at(*lower, site.ir(), s.range.first);
    auto same = [lower, facts, s] {
      auto queries = analysis::same_program(*lower, s.block, inlined(s.call), facts);
      if (auto changed = changed_argument(s.call); changed && queries)
        queries->push_back({"", fmt::format("{} does not write {}", s.call.callee->name, *changed), {}, Formula::constant(false)});
      if (queries) return *queries;
      return std::vector<smt::Query>{{"", "the procedure's body has the structure of the statements", {}, Formula::constant(false)}};
    };
    analysis::CallConditions c = analysis::call_conditions(*lower, s.call, facts);
    auto given = [](std::vector<smt::Query> list) { return [list] { return list; }; };
    Path at = s.range.first;
    return {{"S1", {{"", same}}, at, ""},
            {"S2", {{"", given(c.asserts)}}, at, "choose another instruction, or make the precondition true first (divide_loop, assert)"},
            {"S3", {{"", given(c.bounds)}}, at, ""},
            {"S4", {{"", given(c.aliasing)}}, at, "stage one of the arguments in a buffer of its own"}};
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    SrcLoc loc = s.block.front().loc();
    edit.replace(s.range, {ir::Stmt(s.call, loc)});
  }
};

}  // namespace

Primitive replace_primitive() { return describe<Replace>("replace", "procedures", "make a call out of statements that do the same"); }

}  // namespace tessera::rewrite

namespace tessera {

Proc replace(const Proc& p, const Place& block, const Proc& by) { return rewrite::apply<rewrite::Replace>("replace", p, {{block}, by}); }

}  // namespace tessera
