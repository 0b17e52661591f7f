// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a primitive's file needs to define it: how its arguments are read and printed, the step it works on, and the
// one driver through which each step goes: shape, obligations, edit, trace.
#include <set>
#include <tuple>

#include "dsl/analysis/obligation.hpp"
#include "dsl/cursor/path.hpp"
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::rewrite {

using analysis::Affine;
using analysis::Formula;
using analysis::Lowering;
using analysis::Obligation;

struct Text {
  std::string text;
};  ///< an expression or window, read in the scope of the place it goes to

struct LoopAt {
  Path path;
  const ir::For* loop = nullptr;
};
struct BufferAt {
  std::optional<Path> alloc;  ///< nothing for an argument
  std::size_t arg = 0;
  ir::Sym name;
  ir::Type type;
  ir::MemoryRef mem;
};

/// The step in progress: the program, and ways to resolve places, to ask and to refuse.
class StepContext {
 public:
  StepContext(const Proc& proc, const Primitive& primitive);
  StepContext(const StepContext&) = delete;

  const Proc& proc() const { return proc_; }
  const ir::Procedure& ir() const { return proc_.ir(); }
  /// As the printed program has it: for messages that name two.
  std::string shown(ir::Sym name) const { return ir::Names(ir()).of(name); }
  /// Of this program only: a preview wants one of its own, where a window may be another.
  Lowering& lower() { return lower_; }
  /// One that knows no more than the declarations.
  Lowering fresh_lower() { return Lowering(terms(), proc_.version()->declared()); }
  /// The same of what the step, or a part of it, would make of the program.
  Lowering lower_of(const ir::Procedure& preview);
  smt::Terms& terms() { return lower_.terms(); }
  /// A step of the schedule so far that may leave integers which do not fit their places, in another order of a sum or
  /// in a part of it; null where there is none. The sum is right as it is stored, and would not be in a wider place.
  const StepRecord* wrapping_step() const;
  /// Else there are none, now and in what led here.
  bool may_have_windows() const { return proc_.declarations().may_have_windows(); }
  std::vector<Formula> facts(const Path& path) { return facts_.at(path); }

  // Places; a pattern that matches nothing, or the wrong kind of thing, refuses.
  Path stmt(const StmtPlace&) const;
  Path scope(const ScopePlace&) const;
  LoopAt loop(const LoopPlace&) const;
  BufferAt buffer(const BufferPlace&) const;
  Path expr(const ExprPlace&) const;
  std::vector<Path> exprs(const ExprPlace&) const;  ///< all matches of a pattern; one for a cursor
  Range block(const BlockPlace&) const;
  Path gap(const GapPlace&) const;  ///< the place before which the gap lies
  Path call(const CallPlace&) const;

  /// What names mean just before the statement at `path`.
  ir::Expr parse_expr(const Text&, const Path& scope) const;
  ir::Expr parse_window(const Text&, const Path& scope) const;
  /// The declaration of a variable that is in scope somewhere.
  const ir::Declaration& declared(ir::Sym) const;

  /// Throws SchedulingError `primitive.id`.
  [[noreturn]] void refuse(std::string_view id, const Path& place, const std::string& message,
                           const std::string& hint = "") const;
  /// For a step that makes many copies at once: refuses, before it does, where so many more statements and expressions
  /// are too many.
  void require_room(std::size_t more, const std::string& hint) const;
  /// Proved now, to find out what to try; what is tried then has obligations of its own.
  bool can_prove(const std::vector<Formula>& assumptions, const Formula& goal, std::string text);
  /// One value that a size may have under the assumptions, if it is found; there may be others.
  std::optional<std::int64_t> possible_size(const std::vector<Formula>& assumptions, const Affine& size);
  /// Proved now, for a choice that is right because of condition `id`: when all queries are proved, they are recorded
  /// with the step as its obligations are; when one is not, the primitive has to do what is right without it.
  bool prove_and_record(std::string_view id, std::vector<smt::Query> queries);
  /// The same for a choice that leans on several conditions: all are recorded, or none. Later ones are formed when the
  /// earlier ones are proved.
  struct Reason {
    std::string_view id;
    std::function<std::vector<smt::Query>()> queries;
  };
  bool prove_and_record(std::initializer_list<Reason>);
  const std::vector<Proof>& recorded() const { return recorded_; }
  const std::set<std::string>& assumed() const { return assumed_; }  ///< ids that prove_and_record() took as given

 private:
  Proc proc_;
  const Primitive& primitive_;
  Lowering lower_;
  analysis::Facts facts_;
  bool prove(const Reason&, std::vector<Proof>& proofs);
  std::vector<Proof> recorded_;
  std::set<std::string> assumed_;
};

/// The parts of a step that the driver runs, in this order: obligations, then edit.
struct Plan {
  std::function<std::vector<Obligation>()> safety;
  std::function<void(Edit&)> rewrite;
  bool reassociates = false;
  bool may_wrap = false;         ///< an integer in between need not fit its place: what does not is cut off
  std::set<std::string> modulo;  ///< configuration fields that may be left with other values
  std::vector<ir::ProcRef> created;
  std::vector<std::string> unsafe;  ///< what the step leans on through other procedures
  std::vector<VersionRef> uses;     ///< procedures among the arguments
};

using PrintedArguments = std::vector<std::pair<std::string, std::string>>;

/// Proves the obligations, then edits. Throws SchedulingError (refuted, or unknown) and leaves `proc` as it was.
/// The arguments are printed when the step is done: to say a place so that it is found again takes a search, and
/// composites try many steps that are refused.
Proc run_step(StepContext& step, const Primitive& primitive, const std::function<PrintedArguments()>& args,
              const Plan& plan);

// ---- reading and printing arguments, by the type of the field

template <class T> struct ArgumentType;  // parse(const Value&) -> optional<T>, print(const T&) -> string, kind

template <class Args, class T> struct Field {
  const char* name;
  T Args::*member;
  bool optional;
};
template <class Args, class T> constexpr Field<Args, T> required(const char* name, T Args::*member) {
  return {name, member, false};
}
template <class Args, class T> constexpr Field<Args, T> optional_field(const char* name, T Args::*member) {
  return {name, member, true};
}

#define TESSERA_ARGUMENT(Type, word)                           \
  template <> struct ArgumentType<Type> {                      \
    static constexpr const char* kind = word;                  \
    static std::optional<Type> parse(const Value&);            \
    static std::string print(const Type&, const Proc& before); \
  }
TESSERA_ARGUMENT(StmtPlace, "statement");
TESSERA_ARGUMENT(ScopePlace, "scope");
TESSERA_ARGUMENT(LoopPlace, "loop");
TESSERA_ARGUMENT(BufferPlace, "buffer");
TESSERA_ARGUMENT(ExprPlace, "expression");
TESSERA_ARGUMENT(ExprPlaces, "expression");
TESSERA_ARGUMENT(BlockPlace, "block");
TESSERA_ARGUMENT(GapPlace, "gap");
TESSERA_ARGUMENT(CallPlace, "call");
TESSERA_ARGUMENT(Text, "text");
TESSERA_ARGUMENT(bool, "boolean");
TESSERA_ARGUMENT(std::int64_t, "integer");
TESSERA_ARGUMENT(std::string, "string");
TESSERA_ARGUMENT(std::vector<std::int64_t>, "list of integers");
TESSERA_ARGUMENT(std::vector<std::string>, "list of strings");
TESSERA_ARGUMENT(ir::MemoryRef, "memory");
TESSERA_ARGUMENT(ir::ConfigRef, "configuration");
TESSERA_ARGUMENT(Proc, "procedure");
TESSERA_ARGUMENT(std::vector<Proc>, "list of procedures");
#undef TESSERA_ARGUMENT

/// The value that the call gives for parameter `index`, or null. Throws InputError for a wrong name or count.
const Value* argument(const CallArguments&, const Primitive&, std::size_t index);
[[noreturn]] void wrong_argument(const Primitive&, const std::string& name, const std::string& wanted,
                                 const Value& given);
[[noreturn]] void missing_argument(const Primitive&, const std::string& name);
void check_argument_names(const CallArguments&, const Primitive&);

/// The block, or a procedure it calls, adds to something: moving it may change the order of a sum.
bool has_reduction(const ir::Block&);

template <class P> Proc run(const Proc& proc, const typename P::Args& args, const Primitive& primitive);
template <class P> Primitive describe(std::string name, std::string group, std::string summary);

// ---- implementation of the templates

template <class Args> Args read_arguments(const CallArguments& given, const Primitive& primitive) {
  check_argument_names(given, primitive);
  Args args{};
  std::size_t index = 0;
  std::apply(
      [&](const auto&... field) {
        auto read_one = [&](const auto& f) {
          using T = std::remove_cvref_t<decltype(args.*(f.member))>;
          const Value* value = argument(given, primitive, index++);
          if (!value) {
            if (!f.optional) missing_argument(primitive, f.name);
            return;
          }
          auto parsed = ArgumentType<T>::parse(*value);
          if (!parsed) wrong_argument(primitive, f.name, ArgumentType<T>::kind, *value);
          args.*(f.member) = *std::move(parsed);
        };
        (read_one(field), ...);
      },
      Args::fields());
  return args;
}

template <class Args> PrintedArguments print_arguments(const Args& args, const Proc& before) {
  PrintedArguments out;
  Args defaults{};
  std::apply(
      [&](const auto&... field) {
        auto print_one = [&](const auto& f) {
          using T = std::remove_cvref_t<decltype(args.*(f.member))>;
          std::string text = ArgumentType<T>::print(args.*(f.member), before);
          if (f.optional && text == ArgumentType<T>::print(defaults.*(f.member), before)) return;
          out.emplace_back(f.name, std::move(text));
        };
        (print_one(field), ...);
      },
      Args::fields());
  return out;
}

/// Refuses a step by the limit on the size of what it leaves; `size` as it is said, "20000" or "more than 20000".
[[noreturn]] void refuse_size(const StepContext&, const Primitive&, const std::string& size, const std::string& hint);

/// The step as undecided: its index arithmetic leaves 64 bits.
[[noreturn]] void too_large(const Primitive&);

inline void collect_uses(const Proc& p, std::vector<VersionRef>& out) { out.push_back(p.version()); }
inline void collect_uses(const std::vector<Proc>& list, std::vector<VersionRef>& out) {
  for (const Proc& p : list) out.push_back(p.version());
}
template <class T> void collect_uses(const T&, std::vector<VersionRef>&) {}

template <class Args> std::vector<VersionRef> uses_of(const Args& args) {
  std::vector<VersionRef> out;
  std::apply([&](const auto&... field) { (collect_uses(args.*(field.member), out), ...); }, Args::fields());
  return out;
}

template <class P> Proc run(const Proc& proc, const typename P::Args& args, const Primitive& primitive) try {
  StepContext step(proc, primitive);
  auto shape = std::make_shared<typename P::Shape>(P::shape(step, args));
  Plan plan;
  plan.uses = uses_of(args);
  plan.safety = [&step, shape] { return P::safety(step, *shape); };
  plan.rewrite = [&step, shape](Edit& edit) { P::rewrite(step, *shape, edit); };
  if constexpr (requires { P::reassociates(step, *shape); }) plan.reassociates = P::reassociates(step, *shape);
  if constexpr (requires { P::may_wrap(*shape); }) plan.may_wrap = P::may_wrap(*shape);
  if constexpr (requires { P::modulo(*shape); }) plan.modulo = P::modulo(*shape);
  if constexpr (requires { P::created(*shape); }) plan.created = P::created(*shape);
  if constexpr (requires { P::unsafe(*shape); }) plan.unsafe = P::unsafe(*shape);
  return run_step(
      step, primitive, [&] { return print_arguments(args, proc); }, plan);
} catch (const smt::Overflow&) { too_large(primitive); }

template <class P> Primitive describe(std::string name, std::string group, std::string summary) {
  Primitive p;
  p.name = std::move(name);
  p.group = std::move(group);
  p.summary = std::move(summary);
  std::apply(
      [&](const auto&... field) {
        auto add = [&](const auto& f) {
          using T = std::remove_cvref_t<decltype(std::declval<typename P::Args>().*(f.member))>;
          p.parameters.push_back({f.name, ArgumentType<T>::kind, f.optional});
        };
        (add(field), ...);
      },
      P::Args::fields());
  for (const Condition& c : P::conditions) p.conditions.push_back(c);
  p.apply = [name = p.name](const Proc& proc, const CallArguments& given) {
    const Primitive& self = *find_primitive(name);
    return run<P>(proc, read_arguments<typename P::Args>(given, self), self);
  };
  return p;
}

/// For the C++ functions of primitives.hpp.
template <class P> Proc apply(std::string_view name, const Proc& proc, const typename P::Args& args) {
  return run<P>(proc, args, *find_primitive(name));
}

}  // namespace tessera::rewrite
