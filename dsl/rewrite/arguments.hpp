// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reading and recording the arguments of a primitive, by the types of the fields of its `Args`.
#include <tuple>

#include "dsl/rewrite/primitive.hpp"

namespace tessera::rewrite {

struct Text {
  std::string text;
};  ///< an expression or window, parsed in the scope of its place

template <class T>
struct ArgumentType;  // parse(const Value&) -> optional<T>, record(const T&, before) -> RecordedValue, kind

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

#define TESSERA_ARGUMENT(Type, word)                              \
  template <> struct ArgumentType<Type> {                         \
    static constexpr const char* kind = word;                     \
    static std::optional<Type> parse(const Value&);               \
    static RecordedValue record(const Type&, const Proc& before); \
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

/// The call's value for parameter `index`, or null. Throws InputError for a wrong name or count.
const Value* argument(const CallArguments&, const Primitive&, std::size_t index);
[[noreturn]] void wrong_argument(const Primitive&, const std::string& name, const std::string& wanted,
                                 const Value& given);
[[noreturn]] void missing_argument(const Primitive&, const std::string& name);
void check_argument_names(const CallArguments&, const Primitive&);

/// A place in the procedure before the step.
RecordedValue recorded(const Cursor&, const Proc& before);
/// The value of a recorded argument, with its places in `before`.
Value as_value(const RecordedValue&, const Proc& before);

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

template <class Args> RecordedArguments record_arguments(const Args& args, const Proc& before) {
  RecordedArguments out;
  Args defaults{};
  std::apply(
      [&](const auto&... field) {
        auto record_one = [&](const auto& f) {
          using T = std::remove_cvref_t<decltype(args.*(f.member))>;
          RecordedValue value = ArgumentType<T>::record(args.*(f.member), before);
          if (f.optional && value == ArgumentType<T>::record(defaults.*(f.member), before)) return;
          out.push_back({f.name, std::move(value)});
        };
        (record_one(field), ...);
      },
      Args::fields());
  return out;
}

}  // namespace tessera::rewrite
