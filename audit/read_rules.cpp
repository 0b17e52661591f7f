// SPDX-License-Identifier: Apache-2.0
#include "audit/read_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::audit {
namespace {

using Json = nlohmann::ordered_json;

Kind kind_named(const TableFile& file, const std::string& name, const std::string& where) {
  std::vector<std::string> known;
  for (const auto& [word, kind] : kind_names()) {
    if (word == name) return kind;
    known.push_back(word);
  }
  file.fail(fmt::format("{}: {} is not one of {}", where, name, fmt::join(known, ", ")));
}

std::vector<Kind> kinds_of(const TableFile& file, const Json& value, const std::string& where) {
  std::vector<Kind> out;
  if (value.is_string()) return {kind_named(file, value, where)};
  for (const std::string name : value) out.push_back(kind_named(file, name, where));
  if (out.empty()) file.fail(where + ": \"is\" names no kind");
  return out;
}

Rule read_rule(const TableFile& file, const Json& value, const std::string& where) {
  file.check_keys(value, {"is", "mnemonic", "operands", "with", "why", "note"}, where + ": ");
  Rule out{kinds_of(file, value.at("is"), where), file.regex(value.at("mnemonic"), where), {}, {}, ""};
  if (value.contains("operands")) out.operands = file.regex(value.at("operands"), where);
  if (value.contains("with")) out.with = file.regex(value.at("with"), where);
  out.why = value.value("why", "");
  const auto is = [&](Kind k) { return std::find(out.is.begin(), out.is.end(), k) != out.is.end(); };
  if (is(Kind::defect) && out.why.empty()) file.fail(where + ": a defect without \"why\"");
  // What an instruction does must be known before its loop is.
  const bool is_judged_in_loops =
      std::all_of(out.is.begin(), out.is.end(), [](Kind k) { return k == Kind::defect || k == Kind::spill; });
  if (out.with && !is_judged_in_loops) file.fail(where + ": \"with\" is for rules that are spill or defect alone");
  return out;
}

}  // namespace

const std::vector<std::pair<std::string, Kind>>& kind_names() {
  static const std::vector<std::pair<std::string, Kind>> names{{"multiply_add", Kind::multiply_add},
                                                               {"multiply", Kind::multiply},
                                                               {"load", Kind::load},
                                                               {"store", Kind::store},
                                                               {"move", Kind::move},
                                                               {"spill", Kind::spill},
                                                               {"defect", Kind::defect},
                                                               {"branch", Kind::branch},
                                                               {"jump", Kind::jump},
                                                               {"end", Kind::end},
                                                               {"call", Kind::call},
                                                               {"reads", Kind::reads},
                                                               {"constant", Kind::constant},
                                                               {"overwrites", Kind::overwrites},
                                                               {"indexed", Kind::indexed}};
  return names;
}

TableFile::TableFile(const std::filesystem::path& file) : path(file) {
  try {
    all = parse_json(read_file(file), file.string());
  } catch (const nlohmann::json::exception& e) { fail(e.what()); }
}

void TableFile::fail(const std::string& why) const {
  throw InputError("audit", fmt::format("{}: {}", path.string(), why), "docs/audit.md describes these files");
}

void TableFile::check_keys(const Json& object, const std::vector<std::string>& known, const std::string& where) const {
  if (!object.is_object()) fail(fmt::format("{}an object is wanted, not {}", where, object.dump()));
  for (const auto& [key, ignored] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = syntax::nearest(key, known);
    fail(fmt::format("{}there is no \"{}\"; {}", where, key, near.empty() ? syntax::known_names(known) : near));
  }
}

std::regex TableFile::regex(const Json& text, const std::string& where) const {
  if (!text.is_string()) fail(fmt::format("{}: a regular expression is wanted, not {}", where, text.dump()));
  try {
    return std::regex(text.get<std::string>(), std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& e) {
    fail(fmt::format("{}: {} is no regular expression ({})", where, text.dump(), e.what()));
  }
}

std::vector<Rule> read_rules(const TableFile& file, const Json& rules) {
  if (!rules.is_array()) file.fail("\"rules\": a list is wanted");
  std::vector<Rule> out;
  for (std::size_t i = 0; i < rules.size(); ++i)
    out.push_back(read_rule(file, rules[i], fmt::format("rule {}", i + 1)));
  return out;
}

}  // namespace tessera::audit
