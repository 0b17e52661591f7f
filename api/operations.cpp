// SPDX-License-Identifier: Apache-2.0
#include "api/operations.hpp"

#include <fmt/format.h>

#include "api/vectors.hpp"
#include "dsl/rewrite/argument_error.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schemes/lower.hpp"

namespace tessera::api {
namespace {

using rewrite::Values;

Place place_of(const rewrite::Value& v) {
  if (const auto* text = std::get_if<std::string>(&v.data)) return *text;
  if (const auto* cursor = std::get_if<Cursor>(&v.data)) return *cursor;
  throw InputError("schedule", fmt::format("a loop is wanted here, not {}", rewrite::describe_value(v)),
                   "its counter's name, a pattern or a cursor");
}

Proc scheme(const script::Library* library, const Proc& p, const Values& args) {
  const auto* text = args.size() == 2 ? std::get_if<std::string>(&args[1].data) : nullptr;
  if (!text)
    throw InputError("schedule", "scheme takes a nest and the text of a scheme",
                     "scheme(p, 'i', 'R(i) T(64, k) U(2, j) V(j)')");
  if (!library)
    throw InputError("schedule", "scheme needs to know the vectors of a hardware library", "give one with --hwlib");
  const schemes::Scheme read = schemes::parse(*text);
  const Place nest = place_of(args[0]);
  return schemes::lower(p, nest, read, vectors(*library, schemes::type_of(p, nest), p.context()));
}

}  // namespace

void add_operations(script::Inputs& inputs) {
  std::shared_ptr<const script::Library> library;
  if (!inputs.libraries.empty()) library = std::make_shared<const script::Library>(inputs.libraries.back());
  inputs.operations["scheme"] = {
      "nest, text", [library](const Proc& p, const Values& args) { return scheme(library.get(), p, args); }};
}

}  // namespace tessera::api
