// SPDX-License-Identifier: Apache-2.0
#include "codegen/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tessera::codegen {

std::string WindowStruct::name() const {
  return fmt::format("struct tessera_win_{}{}{}", rank, ir::name(type), is_const ? "c" : "");
}

std::string WindowStruct::definition() const {
  std::string guard;
  for (char c : name().substr(7)) guard += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format("#ifndef {0}\n#define {0}\n{1} {{\n  {2}{3} *data;\n  int64_t strides[{4}];\n}};\n#endif\n", guard,
                     name(), is_const ? "const " : "", ir::element_c_type(type), rank);
}

std::string Unit::context_struct() const {
  std::string out = "struct ";
  for (char c : options.stem) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out + "_ctxt";
}

std::int64_t Unit::array_size(std::int64_t count) {
  array_sizes.push_back(count);
  const std::size_t at = array_sizes.size() - 1;
  return at < options.array_sizes.size() ? std::max(count, options.array_sizes[at]) : count;
}

void Unit::warn(std::string text) {
  if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) warnings.push_back(std::move(text));
}

void Unit::need(const ir::MemoryDecl& m) {
  headers.insert(m.headers.begin(), m.headers.end());
  flags.insert(m.flags.begin(), m.flags.end());
  gcc_optimize.insert(m.gcc_optimize.begin(), m.gcc_optimize.end());
  sources.insert(m.state.sources.begin(), m.state.sources.end());
}

void Unit::need(const ir::InstrInfo& i) {
  headers.insert(i.headers.begin(), i.headers.end());
  for (const std::string& flag : i.flags) (flag.starts_with("-l") ? link_flags : flags).insert(flag);
  for (const std::string& feature : i.features()) features.insert(feature);
}

}  // namespace tessera::codegen
