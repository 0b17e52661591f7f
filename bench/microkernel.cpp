// SPDX-License-Identifier: Apache-2.0
#include "microkernel.hpp"

#include <sstream>
#include <stdexcept>

#include "aligned.hpp"
#include "dsl/support/whole_number.hpp"
#include "gemm_check.hpp"
#include "gemm_reference.hpp"

namespace tessera::bench {
namespace {

constexpr int largest_tile = 1024, largest_depth = 1 << 20;

int extent(const std::string& text, int largest) { return static_cast<int>(parse_whole(text, 1, largest)); }

MicrokernelSpec spec_of(const CsvTable& table, const CsvRow& row, const std::string& folder) {
  const auto field = [&](const char* column) { return row.fields[table.at(column)]; };
  const std::string path = field("path"), symbol = field("symbol");
  if (path.empty() || symbol.empty()) throw std::invalid_argument("path and symbol must not be empty");
  const std::string from = path[0] == '/' ? path : folder + "/" + path;
  return {field("name"), from + ":" + symbol, extent(field("mr"), largest_tile), extent(field("nr"), largest_tile),
          extent(field("k"), largest_depth)};
}

template <class Reference>
std::optional<std::string> first_wrong_on(Microkernel kernel, const Reference& reference, int padding) {
  constexpr float mark = 12345;
  const auto& x = reference.operands();
  AlignedFloats a(StoredMatrix<float>(x.A, x.m, x.k, Transpose::yes, 0, 0).plain()), b(x.B);
  StoredMatrix<float> c(x.C, x.m, x.n, Transpose::no, padding, mark);
  kernel(x.k, a.data(), b.data(), c.data(), c.leading_dimension());
  if (auto wrong = reference.first_wrong({1, 1}, c.plain())) return wrong;
  if (!c.padding_is_intact(mark)) return "writes after the rows of C";
  return std::nullopt;
}

}  // namespace

std::pair<int, int> parse_tile(const std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos) throw std::invalid_argument("'" + text + "' is not a tile: it is written mr,nr");
  return {extent(text.substr(0, comma), largest_tile), extent(text.substr(comma + 1), largest_tile)};
}

std::vector<MicrokernelSpec> microkernel_specs(const CsvTable& table, const std::string& folder) {
  for (const char* column : {"name", "path", "symbol", "mr", "nr", "k"}) table.at(column);
  std::vector<MicrokernelSpec> specs;
  for (const CsvRow& row : table.rows) {
    try {
      specs.push_back(spec_of(table, row, folder));
    } catch (const std::invalid_argument& e) { table.refuse(row, e.what()); }
  }
  if (specs.empty()) throw std::invalid_argument(table.file + ": there are no kernels");
  return specs;
}

std::optional<std::string> first_wrong(const MicrokernelSpec& spec, Microkernel kernel) {
  const ExactReference<float> exact(integer_operands<float>(spec.mr, spec.nr, spec.k, 1));
  const BoundedReference<float> bounded(uniform_operands<float>(spec.mr, spec.nr, spec.k, 2));
  for (const int padding : {0, 5}) {
    if (auto wrong = first_wrong_on(kernel, exact, padding)) return *wrong + " (integer data, exact)";
    if (auto wrong = first_wrong_on(kernel, bounded, padding)) return *wrong + " (random data)";
  }
  return std::nullopt;
}

}  // namespace tessera::bench
