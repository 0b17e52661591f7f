// call_eqv — call another procedure that was made from the same one.
//   f(a, b)   -->   g(a, b)
// Shape:   R1 both take the same kinds of arguments.
// Safety:  S1 both come from one procedure by steps that keep the meaning at every call, and the arguments
//          stay apart.
// Forward: every cursor stays valid.
#include <fmt/format.h>

#include "dsl/analysis/call.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/step.hpp"

namespace tessera::rewrite {
namespace {

struct CallEqv {
  struct Args {
    CallPlace call;
    Proc other;
    static constexpr auto fields() {
      return std::tuple{required("call", &Args::call), required("other", &Args::other)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "both procedures take the same kinds of arguments"},
      {"S1",
       "both procedures come from one by steps that keep the meaning at every call, and the arguments stay apart"}};

  struct Shape {
    Path at;
    ir::Call call;
    VersionRef from, to;
  };

  static bool same_kind(const ir::Arg& a, const ir::Arg& b) {
    return a.type.scalar == b.type.scalar && a.type.shape.size() == b.type.shape.size() &&
           a.type.is_window == b.type.is_window;
  }

  static Shape shape(Site& site, const Args& a) {
    Path at = site.call(a.call);
    const ir::Call& call = *cursor::stmt_at(site.ir(), at)->as<ir::Call>();
    const auto &x = call.callee->args, &y = a.other.ir().args;
    bool same = x.size() == y.size();
    for (std::size_t i = 0; same && i < x.size(); ++i) same = same_kind(x[i], y[i]);
    if (!same) site.refuse("R1", at, fmt::format("{} and {} take other arguments", call.callee->name, a.other.name()));
    Proc callee(call.callee, site.proc().context());
    return {at, call, callee.version(), a.other.version()};
  }

  // The first procedure that the version stands for at every call.
  static const Version* origin(const VersionRef& v) {
    const Version* out = v.get();
    while (out->parent && out->step.equivalent) out = out->parent.get();
    return out;
  }

  static std::vector<Obligation> safety(Site& site, const Shape& s) {
    bool same = origin(s.from) == origin(s.to);
    // The other may write what this one only reads.
    auto apart = [&site, s] {
      Lowering lower(site.terms(), site.ir());
      std::vector<Formula> facts = analysis::facts_at(lower, site.ir(), s.at);
      return analysis::call_conditions(lower, ir::Call{s.to->ir, s.call.args}, facts).aliasing;
    };
    smt::Query one_origin{
        "", fmt::format("{} and {} have one origin", s.from->ir->name, s.to->ir->name), {}, Formula::constant(same)};
    auto queries = [one_origin, apart] {
      std::vector<smt::Query> all = apart();
      all.insert(all.begin(), one_origin);
      return all;
    };
    return {{"S1", {{"", queries}}, s.at, ""}};
  }

  // What was taken as given on the way from one to the other is taken as given here.
  static std::vector<std::string> unsafe(const Shape& s) {
    std::vector<std::string> out;
    for (const VersionRef& end : {s.from, s.to})
      for (const Version* v = end.get(); v != origin(end); v = v->parent.get())
        out.insert(out.end(), v->step.unsafe.begin(), v->step.unsafe.end());
    return out;
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    SrcLoc loc = cursor::stmt_at(edit.proc(), s.at)->loc();
    edit.update(s.at, ir::Stmt(ir::Call{s.to->ir, s.call.args}, loc));
  }
};

}  // namespace

Primitive call_eqv_primitive() {
  return describe<CallEqv>("call_eqv", "procedures", "call another procedure that was made from the same one");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc call_eqv(const Proc& p, const Place& call, const Proc& other) {
  return rewrite::apply<rewrite::CallEqv>("call_eqv", p, {{call}, other});
}

}  // namespace tessera
