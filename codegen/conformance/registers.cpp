// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/registers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/c_number.hpp"
#include "codegen/conformance/comparison.hpp"

namespace tessera::conformance {
namespace {

// Instructions with more than one register take an array of them; here a spare one comes after.
bool is_array(const ir::Arg& a) { return a.type.shape.size() > a.mem->register_type(a.type.scalar)->rank(); }

// From the first to the last one, gaps included.
std::int64_t numbers_of(const interp::Tensor<interp::Floats>& t) {
  return static_cast<std::int64_t>(reach(t)) - t.offset;
}

std::int64_t registers_of(const interp::Tensor<interp::Floats>& t, std::int64_t lanes) {
  return (numbers_of(t) + lanes - 1) / lanes;
}

// The C of one operand, register by register.
class Registers {
 public:
  Registers(const ir::Arg& a, std::size_t i, const std::string& name, const interp::Tensor<interp::Floats>& t,
            const Move& move)
      : a_(a),
        i_(i),
        name_(name),
        vector_(*a.mem->register_type(a.type.scalar)),
        numbers_(numbers_of(t)),
        count_(registers_of(t, vector_.elements())),
        move_(move) {}

  RegisterText text() const {
    RegisterText out;
    if (!a_.mem->is_numbered)
      out.before = fmt::format("{} {}{}; ", vector_.c_type, name_, is_array(a_) ? fmt::format("[{}]", count_ + 1) : "");
    out.before += move_.fill ? filled() : has_room() + copied_in();
    out.after = move_.read ? read() : copied_out();
    // What an instruction fills has no bytes of its own to compare.
    if (is_array(a_) && !move_.fill)
      out.after += fmt::format(" tessera_check_spare(&{0}[{1}], sizeof *{0}, {2});", name_, count_, i_);
    return out;
  }

 private:
  std::string one(std::int64_t k) const { return is_array(a_) ? fmt::format("{}[{}]", name_, k) : name_; }

  // An argument may show the first lanes of a register only.
  std::int64_t shown(std::int64_t k) const {
    return std::min<std::int64_t>(vector_.elements(), numbers_ - k * vector_.elements());
  }

  // A smaller type would be written past its end.
  std::string has_room() const {
    return fmt::format(
        "_Static_assert(sizeof({0}) >= {1} * sizeof *tessera_t{2}, \"{0} has fewer bytes than the {1} numbers of {3} "
        "that {4} holds\"); ",
        vector_.c_type, vector_.elements(), i_, ir::name(a_.type.scalar), a_.mem->name);
  }

  std::string copied_in() const {
    std::string out = fmt::format("memset(&{0}, 0, sizeof {0}); ", name_);
    for (std::int64_t k = 0; k < count_; ++k)
      out += fmt::format("memcpy(&{0}, tessera_t{1} + {2}, {3} * sizeof *tessera_t{1}); ", one(k), i_,
                         k * vector_.elements(), shown(k));
    return out;
  }

  std::string copied_out() const {
    std::string out;
    for (std::int64_t k = 0; k < count_; ++k)
      out += fmt::format(" memcpy(tessera_t{0} + {1}, &{2}, {3} * sizeof *tessera_t{0});", i_, k * vector_.elements(),
                         one(k), shown(k));
    return out;
  }

  // Whole registers, aligned as any of these may want it.
  std::string lanes_in_memory(const char* name) const {
    return fmt::format("_Alignas(64) {} {}{}[{}]; ", ir::c_type(codegen::chosen(a_.type.scalar)), name, i_,
                       count_ * vector_.elements());
  }

  std::string filled() const {
    std::string out =
        lanes_in_memory("m") +
        fmt::format("memset(m{0}, 0, sizeof m{0}); memcpy(m{0}, tessera_t{0}, {1} * sizeof *m{0}); ", i_, numbers_);
    for (std::int64_t k = 0; k < count_; ++k)
      out += fill_call(move_, one(k), fmt::format("m{} + {}", i_, k * vector_.elements())) + " ";
    return out;
  }

  std::string read() const {
    std::string out = " " + lanes_in_memory("g");
    for (std::int64_t k = 0; k < count_; ++k)
      out += read_call(move_, one(k), fmt::format("g{} + {}", i_, k * vector_.elements())) + " ";
    return out + fmt::format("memcpy(tessera_t{0}, g{0}, {1} * sizeof *g{0});", i_, numbers_);
  }

  const ir::Arg& a_;
  std::size_t i_;
  const std::string name_;
  const ir::RegisterType& vector_;
  std::int64_t numbers_, count_;
  Move move_;
};

}  // namespace

interp::Tensor<interp::Floats> in_registers(const interp::Tensor<interp::Floats>& t, const ir::RegisterType& vector) {
  if (t.strides.empty() || (t.strides.size() == 1 && t.strides.back() == 1)) return t;
  interp::Tensor<interp::Floats> out = t;
  out.offset = 0;
  const std::size_t inside = std::min(vector.rank(), out.strides.size());  // dimensions of one register
  std::int64_t stride = 1;
  for (std::size_t d = out.strides.size(); d-- > out.strides.size() - inside; stride *= out.shape[d])
    out.strides[d] = stride;
  for (std::size_t d = 0; d + inside < out.strides.size(); ++d)
    out.strides[d] = (t.strides[d] + vector.elements() - 1) / vector.elements() * vector.elements();
  const std::size_t size = reach(out);
  out.data.clear();
  for (std::size_t i = 0; i < size; ++i) out.data.push_back(t.data[i % t.data.size()]);
  out.written.assign(size, 1);
  return out;
}

std::string register_variable(std::size_t i) { return fmt::format("r{}", i); }

RegisterText register_text(const ir::Arg& a, std::size_t i, const std::string& name,
                           const interp::Tensor<interp::Floats>& t, const Move& move) {
  return Registers(a, i, name, t, move).text();
}

std::string first_register(const ir::Arg& a, const std::string& name) { return name + (is_array(a) ? "[0]" : ""); }

}  // namespace tessera::conformance
