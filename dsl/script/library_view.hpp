// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/syntax/module.hpp"

namespace tessera::script {

/// The type of an instruction: the element type of its first data argument, the result. Nothing without data.
std::optional<ir::Scalar> element_type(const ir::Procedure&);
/// Are all register operands of this type? Without such operands its element type counts.
bool computes_with(const ir::Procedure&, ir::Scalar);
/// The type of all data operands, in registers and in memory; nothing where there are several, or none. Instructions of
/// several types convert, or sum products of one type in another: extensions that not each CPU with the rest has.
std::optional<ir::Scalar> only_type(const ir::Procedure&);
/// The element types of the registers and of the instructions, each once.
std::vector<ir::Scalar> element_types(const syntax::Module&);

/// A hardware library as schedules see it: the whole library, or its instructions of one element type and the memories
/// for it. Null for missing members. The module must outlive it.
class LibraryView {
 public:
  explicit LibraryView(const syntax::Module& library, std::optional<ir::Scalar> type = {})
      : library_(library), type_(type) {}

  ir::ProcRef proc(const std::string& name) const;
  ir::MemoryRef memory(const std::string& name) const;
  /// The first instruction with that role: in the whole library of f32, where there is one.
  ir::ProcRef with_role(const std::string& role) const;
  /// The first register memory.
  ir::MemoryRef registers() const;
  /// A vector of the type (f32 in the whole library) in the first register memory that holds it.
  const ir::RegisterType* vector() const;
  /// Names and roles, for suggestions.
  std::vector<std::string> names() const;

 private:
  bool is_seen(const ir::Procedure&) const;
  bool is_seen(const ir::MemoryDecl&) const;

  const syntax::Module& library_;
  std::optional<ir::Scalar> type_;
};

}  // namespace tessera::script
