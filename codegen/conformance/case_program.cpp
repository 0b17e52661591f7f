// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/case_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "codegen/c_number.hpp"
#include "codegen/conformance/comparison.hpp"
#include "codegen/storage_types.hpp"
#include "dsl/interp/bits.hpp"
#include "dsl/ir/alignment.hpp"

namespace tessera::conformance {
namespace {

ir::Scalar type_of(const ir::Arg& a) { return codegen::chosen(a.type.scalar); }

std::string element_type(ir::Scalar type) {
  return is_passed_as_bits(type) ? fmt::format("uint{}_t", 8 * ir::byte_size(type))
                                 : std::string(ir::element_c_type(type));
}

// Data are handed over in order: tessera_t1 is the second argument, wherever in these it comes.
std::string call_function(const std::string& name, const Case& c) {
  std::string pointers;
  std::size_t place = 0;
  for (std::size_t i = 0; i < c.proc->args.size(); ++i) {
    const ir::Arg& a = c.proc->args[i];
    if (a.type.is_control()) continue;
    pointers += fmt::format("  {0} *tessera_t{1} = ({0} *)data[{2}] + {3};\n  (void)tessera_t{1};\n",
                            a.type.is_tensor() ? ir::element_c_type(type_of(a)) : ir::c_type(type_of(a)), i, place++,
                            c.state.values[i].tensor.offset / (ir::is_packed(type_of(a)) ? 2 : 1));
  }
  return fmt::format("{}static void {}(unsigned char *const *data) {{\n  (void)data;\n{}  {}\n}}\n",
                     c.attributes.empty() ? "" : c.attributes + " ", name, pointers, c.call);
}

// The calls and types of a program, both numbered in the order in which the cases first need them.
class Numbering {
 public:
  explicit Numbering(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
      calls_.try_emplace(call_function("", c), calls_.size());
      for (const ir::Arg& a : c.proc->args)
        if (!a.type.is_control()) types_.try_emplace(type_of(a), types_.size());
    }
  }
  std::size_t call(const Case& c) const { return calls_.at(call_function("", c)); }
  std::size_t type(const ir::Arg& a) const { return types_.at(type_of(a)); }
  std::vector<ir::Scalar> types() const {
    std::vector<ir::Scalar> out(types_.size());
    for (const auto& [type, number] : types_) out[number] = type;
    return out;
  }
  std::size_t call_count() const { return calls_.size(); }

 private:
  std::map<std::string, std::size_t> calls_;  // by the function without its name
  std::map<ir::Scalar, std::size_t> types_;
};

std::string type_functions(const std::vector<ir::Scalar>& types) {
  std::string out, rows;
  for (const ir::Scalar type : types) {
    out += fmt::format(
        "static void tessera_read_{name}(void *numbers, int count) {{\n"
        "  for (int i = 0; i < count; i++) (({element} *)numbers)[i] = ({element})tessera_number();\n}}\n"
        "static void tessera_write_{name}(const void *numbers, int count) {{\n"
        "  for (int i = 0; i < count; i++) tessera_write((double)((const {element} *)numbers)[i]);\n}}\n",
        fmt::arg("name", ir::name(type)), fmt::arg("element", element_type(type)));
    rows +=
        fmt::format("  {{sizeof({0}), tessera_read_{1}, tessera_write_{1}}},\n", element_type(type), ir::name(type));
  }
  return out + "static const struct tessera_type types[] = {\n" + (rows.empty() ? "  {0, 0, 0},\n" : rows) + "};\n";
}

void add(std::string& out, double number) {
  auto bits = std::bit_cast<std::uint64_t>(number);
  for (int i = 0; i < 8; ++i, bits >>= 8) out += static_cast<char>(bits & 0xff);
}

// Every NaN is the same one.
double as_passed(double v, ir::Scalar type) {
  if (is_passed_as_bits(type)) return static_cast<double>(interp::bits_of(v, type));
  return std::isnan(v) ? std::numeric_limits<double>::quiet_NaN() : v;
}

// The lower eight binary digits; in a tensor two numbers of four.
std::vector<double> as_bytes(const interp::Tensor<interp::Floats>& t, const ir::Arg& a) {
  const auto digits = [&](std::size_t k, int mask) { return static_cast<int>(t.data[k]) & mask; };
  if (!a.type.is_tensor()) return {static_cast<double>(digits(0, 0xff))};
  std::vector<double> out;
  for (std::size_t k = 0; k < reach(t); k += 2)
    out.push_back(digits(k, 15) + 16 * (k + 1 < reach(t) ? digits(k + 1, 15) : spare_half));
  return out;
}

void add_operands(std::string& out, const Numbering& numbering, const Case& c) {
  for (std::size_t i = 0; i < c.proc->args.size(); ++i) {
    const ir::Arg& a = c.proc->args[i];
    if (a.type.is_control()) continue;
    const auto& t = c.state.values[i].tensor;
    const std::size_t count = numbers_passed(a, t);
    const auto alignment = static_cast<std::size_t>(ir::asserted_alignment(*c.proc, a.name));
    for (const std::size_t n : {i, numbering.type(a), count, alignment}) add(out, static_cast<double>(n));
    if (is_passed_in_bytes(type_of(a)))
      for (const double byte : as_bytes(t, a)) add(out, byte);
    else
      for (std::size_t k = 0; k < count; ++k) add(out, as_passed(t.data[k], type_of(a)));
  }
}

}  // namespace

bool is_passed_in_bytes(ir::Scalar type) { return ir::is_packed(type); }

std::size_t numbers_passed(const ir::Arg& a, const interp::Tensor<interp::Floats>& t) {
  return is_passed_in_bytes(type_of(a)) ? (reach(t) + 1) / 2 : reach(t);
}

bool is_passed_as_bits(ir::Scalar type) { return ir::is_storage_only(type) || type == ir::Scalar::f16; }

std::string program_of(Around around, const std::string& includes, const std::vector<Case>& cases) {
  const Numbering numbering(cases);
  std::string out = operand_memory(around) + codegen::f16_definition() + includes + type_functions(numbering.types());
  std::vector<std::string> names(numbering.call_count());
  for (const Case& c : cases) {
    std::string& name = names[numbering.call(c)];
    if (!name.empty()) continue;
    name = fmt::format("call{}", numbering.call(c));
    out += call_function(name, c);
  }
  return out +
         fmt::format(
             "static void (*const calls[])(unsigned char *const *) = {{{}}};\n"
             "int main(void) {{\n  for (double call; tessera_has_number(&call);) tessera_run(call, calls, types);\n"
             "  return 0;\n}}\n",
             names.empty() ? "0" : fmt::format("{}", fmt::join(names, ", ")));
}

std::string operands_of(const std::vector<Case>& cases) {
  const Numbering numbering(cases);
  std::string out;
  for (const Case& c : cases) {
    const auto data =
        std::count_if(c.proc->args.begin(), c.proc->args.end(), [](const ir::Arg& a) { return !a.type.is_control(); });
    add(out, static_cast<double>(numbering.call(c)));
    add(out, c.guard == Guard::after ? 1 : 0);
    add(out, static_cast<double>(data));
    add_operands(out, numbering, c);
  }
  return out;
}

}  // namespace tessera::conformance
