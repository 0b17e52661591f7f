// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/scalar.hpp"

#include <array>

namespace tessera::ir {
namespace {

struct Info {
  std::string_view name;
  std::string_view c_type;
  int bytes;
  bool is_float;
  std::string_view suffix;
  Scalar computed;
  bool is_data;
};

constexpr std::array table{
#define TESSERA_DATA(name, c_type, bytes, is_float, suffix, computed) \
  Info{#name, c_type, bytes, is_float, suffix, Scalar::computed, true},
#include "dsl/ir/scalars.def"
#undef TESSERA_DATA
    Info{"size", "", 0, false, "", Scalar::size, false},     Info{"index", "", 0, false, "", Scalar::index, false},
    Info{"int", "", 0, false, "", Scalar::int_, false},      Info{"bool", "", 0, false, "", Scalar::bool_, false},
    Info{"stride", "", 0, false, "", Scalar::stride, false},
};

const Info& info(Scalar s) { return table[static_cast<std::size_t>(s)]; }

}  // namespace

std::string_view name(Scalar s) { return info(s).name; }
bool is_data(Scalar s) { return info(s).is_data; }
bool is_integer_control(Scalar s) { return !is_data(s) && s != Scalar::bool_; }
bool is_float(Scalar s) { return info(s).is_float; }
bool is_unsigned(Scalar s) { return info(s).suffix.starts_with("u"); }
bool same_kind(Scalar a, Scalar b) { return is_float(a) == is_float(b); }
std::string_view c_type(Scalar s) { return info(s).c_type; }
bool is_packed(Scalar s) { return s == Scalar::i4 || s == Scalar::ui4; }
std::string_view element_c_type(Scalar s) { return is_packed(s) ? "uint8_t" : c_type(s); }
std::string_view literal_suffix(Scalar s) { return info(s).suffix; }
int byte_size(Scalar s) { return info(s).bytes; }
int bit_size(Scalar s) { return s == Scalar::bit ? 1 : is_packed(s) ? 4 : 8 * byte_size(s); }
Scalar computed_as(Scalar s) { return info(s).computed; }
bool is_storage_only(Scalar s) { return is_float(s) && computed_as(s) != s; }

std::optional<Scalar> scalar_named(std::string_view text) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].name == text) return static_cast<Scalar>(i);
  return std::nullopt;
}

}  // namespace tessera::ir
