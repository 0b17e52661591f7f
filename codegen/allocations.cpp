// SPDX-License-Identifier: Apache-2.0
// Buffers as variables of C: registers, scalars, arrays, and room that is taken and given back.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/function_writer.hpp"
#include "codegen/register_variables.hpp"
#include "codegen/usage.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/support/c_template.hpp"

namespace tessera::codegen {

using ir::Expr;
using ir::Stmt;

namespace {

constexpr std::int64_t largest_stack_array = 64 * 1024;  // bytes

const char* const allocation =
    "/* Room for `count` elements, aligned for any vector; there is no way to go on without it. */\n"
    "static inline void *tessera_allocate(int64_t count, size_t element_size) {\n"
    "  if (count < 0 || (uint64_t)count > (SIZE_MAX - 64) / element_size) abort();\n"
    "  size_t bytes = ((size_t)count * element_size + 63) / 64 * 64;\n"
    "  void *memory = aligned_alloc(64, bytes ? bytes : 64);\n"
    "  if (!memory) abort();\n"
    "  return memory;\n"
    "}\n";

const char* const allocation_at =
    "/* The same at a multiple of `alignment`, a power of two. */\n"
    "static inline void *tessera_allocate_at(int64_t count, size_t element_size, size_t alignment) {\n"
    "  if (count < 0 || (uint64_t)count > (SIZE_MAX - alignment) / element_size) abort();\n"
    "  size_t bytes = ((size_t)count * element_size + alignment - 1) / alignment * alignment;\n"
    "  void *memory = aligned_alloc(alignment, bytes ? bytes : alignment);\n"
    "  if (!memory) abort();\n"
    "  return memory;\n"
    "}\n";
constexpr int alignment_of_allocation = 64;

const char* const checked_count =
    "/* `count`, or 1 for none; there is no way to go on when no memory is as large. */\n"
    "static inline int64_t tessera_count(int64_t count, size_t element_size) {\n"
    "  if (count < 0 || (uint64_t)count > (SIZE_MAX - 64) / element_size) abort();\n"
    "  return count ? count : 1;\n"
    "}\n";

bool asserts_alignment_of(const ir::Call& call, std::size_t arg) {
  return ir::asserted_alignment(*call.callee, call.callee->args[arg].name) > 1;
}

// Of elements, or of bytes that hold two. The last extent is even then: check_packed.
Expr count_in_c(const ir::Type& type) {
  Expr count = ir::int_lit(1);
  for (const Expr& e : type.shape) count = ir::mul(count, e);
  count = fold_literals(count);
  if (!ir::is_packed(type.scalar)) return count;
  if (const std::int64_t* value = ir::literal(count)) return ir::int_lit(*value / 2);
  return Expr(ir::Binary{ir::BinOp::div, count, ir::int_lit(2), ir::Scalar::index});
}

}  // namespace

void FunctionWriter::allocate(const ir::Alloc& n, std::vector<std::string>& at_end) {
  unit_.need(*n.mem);
  if (n.mem->is_numbered) return note_numbers(n);
  unit_.has_buffers = true;
  const std::string& name = names_.of(n.name);
  if (n.mem->has_variables) return allocate_variables(n);
  if (n.mem->is_register()) {
    allocate_registers(n);
  } else if (n.type.is_tensor()) {
    allocate_tensor(n, at_end);
  } else {
    line(fmt::format("{}{} {};", n.mem->storage == ir::Storage::static_ ? "static " : "",
                     ir::c_type(chosen(n.type.scalar)), name));
  }
  if (!is_read(n.name)) line("(void)" + name + ";");
}

// A variable that is only written makes compilers warn.
bool FunctionWriter::is_read(ir::Sym buffer) const {
  bool out = false;
  ir::for_each_expr(proc_.body, [&](const Expr& e) {
    const ir::Read* r = e.as<ir::Read>();
    const ir::WindowExpr* w = e.as<ir::WindowExpr>();
    out = out || (r && r->name == buffer) || (w && w->base == buffer);
  });
  return out;
}

bool FunctionWriter::is_partly_written(ir::Sym buffer) {
  if (!partly_written_) partly_written_ = partly_written(proc_);
  return partly_written_->count(buffer) > 0;
}

void FunctionWriter::allocate_registers(const ir::Alloc& n) {
  const ir::RegisterType& held = *n.mem->register_type(n.type.scalar);
  std::string text = held.c_type + " " + names_.of(n.name), zero = "{0}";
  for (std::size_t d = 0; d + held.rank() < n.type.shape.size(); ++d) {
    const Expr extent = fold_literals(n.type.shape[d]);
    const std::int64_t* constant = ir::literal(extent);
    text += fmt::format("[{}]", constant ? std::to_string(unit_.array_size(*constant)) : control(extent).text);
    zero = "{" + zero + "}";
  }
  line(text + (is_partly_written(n.name) ? " = " + zero : "") + ";");
}

// One that no statement uses would make compilers warn. C has no zero for all of their types.
void FunctionWriter::allocate_variables(const ir::Alloc& n) {
  const ir::RegisterType& held = *n.mem->register_type(n.type.scalar);
  if (is_partly_written(n.name) && n.mem->initial.empty())
    refuse("memory",
           fmt::format("an instruction may write a part of {} alone, so it must begin with a value, and {} names none",
                       names_.of(n.name), n.mem->name),
           Stmt(n), fmt::format("add a line such as initial \"svdup_f32(0)\" to {}", n.mem->name));
  const std::string value = is_partly_written(n.name) ? " = " + n.mem->initial : "";
  for (const std::string& name : register_variables(names_.of(n.name), n))
    line(fmt::format("{} {}{}; (void){};", held.c_type, name, value, name));
}

// For who reads the C. No words: they would count as uses of variables with such names.
void FunctionWriter::note_numbers(const ir::Alloc& n) {
  std::string text;
  for (std::size_t i = 0; i < register_numbers(n).size(); ++i)
    text += (i == 0 ? ": " : ", ") + std::to_string(numbers_.at(n.name) + static_cast<std::int64_t>(i));
  line(fmt::format("/* {}{} */", names_.of(n.name), text));
}

// Where a memory says `align`, or a callee asserts it, C's own alignment of an array is not enough. Else it is.
std::string FunctionWriter::array_alignment(const ir::Alloc& n) const {
  bool is_needed = n.mem->align.has_value();
  ir::for_each_stmt(proc_.body, [&](const Stmt& s) {
    const auto* call = s.as<ir::Call>();
    for (std::size_t i = 0; call && !is_needed && i < call->args.size(); ++i) {
      const auto* w = call->args[i].as<ir::WindowExpr>();
      const auto* r = call->args[i].as<ir::Read>();
      const ir::Sym passed = w ? w->base : r ? r->name : ir::Sym();
      is_needed = passed && windows_.alias_root(passed) == n.name && asserts_alignment_of(*call, i);
    }
  });
  // C refuses less than an element's own, which `align 1` would be.
  const int bytes = std::max<int>(ir::guaranteed_alignment(*n.mem), ir::byte_size(n.type.scalar));
  return is_needed ? fmt::format("_Alignas({}) ", bytes) : "";
}

void FunctionWriter::allocate_tensor(const ir::Alloc& n, std::vector<std::string>& at_end) {
  const std::string& name = names_.of(n.name);
  std::string_view type = ir::element_c_type(chosen(n.type.scalar));
  const Expr count = count_in_c(n.type);
  std::optional<std::int64_t> constant;
  if (const std::int64_t* value = ir::literal(count)) constant = unit_.array_size(*value);
  bool fits = constant && *constant > 0 && *constant <= largest_stack_array / ir::byte_size(n.type.scalar);
  if (n.mem->storage != ir::Storage::heap && !constant)
    refuse("memory", fmt::format("{} is in {}, so its size must be constant", name, n.mem->name), Stmt(n),
           "partial_eval, or use DRAM");
  if (n.mem->allocator) {
    if (!fits) unit_.helpers["tessera_count"] = checked_count;
    take_room(
        n, fits ? std::to_string(*constant) : fmt::format("tessera_count({}, sizeof({}))", control(count).text, type),
        at_end);
  } else if (n.mem->storage == ir::Storage::static_) {
    unit_.warn(fmt::format("{}: {} is static: the function must not run in two threads at once", proc_.name, name));
    line(fmt::format("static {}{} {}[{}];", array_alignment(n), type, name, *constant));
  } else if (n.mem->storage == ir::Storage::stack || fits) {
    line(fmt::format("{}{} {}[{}];", array_alignment(n), type, name, *constant));
  } else if (const int alignment = ir::guaranteed_alignment(*n.mem); alignment > alignment_of_allocation) {
    unit_.headers.insert("stdlib.h");
    unit_.helpers["tessera_allocate_at"] = allocation_at;
    line(fmt::format("{} *{} = tessera_allocate_at({}, sizeof({}), {});", type, name, control(count).text, type,
                     alignment));
    at_end.push_back("free(" + name + ");");
  } else {
    unit_.headers.insert("stdlib.h");
    unit_.helpers["tessera_allocate"] = allocation;
    line(fmt::format("{} *{} = tessera_allocate({}, sizeof({}));", type, name, control(count).text, type));
    at_end.push_back("free(" + name + ");");
  }
}

// As the memory says.
void FunctionWriter::take_room(const ir::Alloc& n, const std::string& count, std::vector<std::string>& at_end) {
  const std::string& name = names_.of(n.name);
  const std::string type(ir::element_c_type(chosen(n.type.scalar)));
  const std::map<std::string, std::string> values{
      {"count", count}, {"type", type}, {"bytes", fmt::format("({} * sizeof({}))", count, type)}, {"name", name}};
  const auto filled = [&](const std::string& c_template) {
    return fill_c_template(c_template, [&](const std::string& placeholder) { return values.at(placeholder); });
  };
  unit_.headers.insert("stdlib.h");
  line(fmt::format("{} *{} = {};", type, name, filled(n.mem->allocator->allocate)));
  const std::string misplaced = n.mem->align ? fmt::format(" || (uintptr_t){} % {}", name, *n.mem->align) : "";
  line(fmt::format("if (!{}{}) abort();", name, misplaced));
  if (const std::string back = filled(n.mem->allocator->free); !back.empty()) at_end.push_back(back + ";");
}

}  // namespace tessera::codegen
