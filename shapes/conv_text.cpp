// SPDX-License-Identifier: Apache-2.0
#include "shapes/conv_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/whole_number.hpp"
#include "dsl/support/words.hpp"

namespace tessera::shapes {
namespace {

// ---- the fields

/// `in` is where it lies in a shape. Without a default value it must be given.
struct Field {
  const char* name;
  std::optional<std::int64_t> default_value;
  std::int64_t minimum;
  std::int64_t& (*in)(ConvShape&);
};
constexpr std::nullopt_t required = std::nullopt;

template <auto Member> std::int64_t& of_shape(ConvShape& s) { return s.*Member; }
template <auto Member> std::int64_t& of_rows(ConvShape& s) { return s.rows.*Member; }
template <auto Member> std::int64_t& of_columns(ConvShape& s) { return s.columns.*Member; }

// In the order in which they are written.
constexpr Field fields[] = {{"N", 1, 1, of_shape<&ConvShape::N>},
                            {"groups", 1, 1, of_shape<&ConvShape::groups>},
                            {"K", required, 1, of_shape<&ConvShape::K>},
                            {"C", required, 1, of_shape<&ConvShape::C>},
                            {"H", required, 1, of_rows<&ConvAxis::image>},
                            {"W", required, 1, of_columns<&ConvAxis::image>},
                            {"R", required, 1, of_rows<&ConvAxis::kernel>},
                            {"S", required, 1, of_columns<&ConvAxis::kernel>},
                            {"stride_h", 1, 1, of_rows<&ConvAxis::stride>},
                            {"stride_w", 1, 1, of_columns<&ConvAxis::stride>},
                            {"dilation_h", 1, 1, of_rows<&ConvAxis::dilation>},
                            {"dilation_w", 1, 1, of_columns<&ConvAxis::dilation>},
                            {"top", 0, 0, of_rows<&ConvAxis::pad_before>},
                            {"left", 0, 0, of_columns<&ConvAxis::pad_before>},
                            {"bottom", 0, 0, of_rows<&ConvAxis::pad_after>},
                            {"right", 0, 0, of_columns<&ConvAxis::pad_after>}};

const Field* field_named(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(fields), std::end(fields), [&](const Field& f) { return name == f.name; });
  return found == std::end(fields) ? nullptr : found;
}

/// A word for several fields of one value.
struct Shorthand {
  std::string word;
  std::vector<std::string> fields;
};

const std::vector<Shorthand>& shorthands() {
  static const std::vector<Shorthand> all{{"stride", {"stride_h", "stride_w"}},
                                          {"dilation", {"dilation_h", "dilation_w"}},
                                          {"pad", {"top", "left", "bottom", "right"}}};
  return all;
}

std::vector<const Field*> fields_meant(const std::string& word) {
  if (const Field* one = field_named(word)) return {one};
  std::vector<const Field*> out;
  for (const Shorthand& s : shorthands())
    if (s.word == word)
      for (const std::string& name : s.fields) out.push_back(field_named(name));
  return out;
}

// ---- reading

constexpr const char* example = "as K=64,C=64,H=56,W=56,R=3,S=3,pad=1; or K,C,H,W,R,S[,stride] in numbers";

[[noreturn]] void refuse_text(const std::string& message, const std::string& hint = example) {
  throw InputError("shape", message, hint);
}

[[noreturn]] void refuse_field(const std::string& word) {
  std::vector<std::string> known;
  for (const Field& f : fields) known.emplace_back(f.name);
  refuse_text(fmt::format("'{}' is not a field of a convolution's shape", word),
              fmt::format("{}; also stride, dilation and pad for all of them", fmt::join(known, ", ")));
}

std::int64_t number(const std::string& word, const std::string& text, std::int64_t minimum) try {
  return parse_whole(text, minimum, max_size);
} catch (const std::invalid_argument& e) { refuse_text(fmt::format("{}: {}", word, e.what())); }

ConvShape named(const std::string& text) {
  ConvShape out;
  std::set<std::string> given;
  for (const std::string& item : split_at(text, ',')) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) refuse_text(fmt::format("'{}' is not written as FIELD=NUMBER", item));
    const std::string word = item.substr(0, equals);
    const std::vector<const Field*> meant = fields_meant(word);
    if (meant.empty()) refuse_field(word);
    for (const Field* f : meant) {
      if (!given.insert(f->name).second) refuse_text(fmt::format("{} is given twice", f->name));
      f->in(out) = number(word, item.substr(equals + 1), f->minimum);
    }
  }
  for (const Field& f : fields)
    if (!f.default_value && given.count(f.name) == 0) refuse_text(fmt::format("'{}' does not say {}", text, f.name));
  return out;
}

// As the tables of the papers have them.
ConvShape in_order(const std::string& text) {
  const std::vector<std::string> items = split_at(text, ',');
  if (items.size() != 6 && items.size() != 7)
    refuse_text(fmt::format("'{}' has {} numbers: a shape has 6 or 7", text, items.size()));
  constexpr const char* names[] = {"K", "C", "H", "W", "R", "S", "stride"};
  std::int64_t numbers[] = {1, 1, 1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < items.size(); ++i) numbers[i] = number(names[i], items[i], 1);
  const auto [K, C, P, Q, R, S, stride] = numbers;
  return {.K = K, .C = C, .rows = unpadded_axis(P, R, stride), .columns = unpadded_axis(Q, S, stride)};
}

// ---- writing

bool are_equal(const Shorthand& of, std::int64_t value, ConvShape& s) {
  return std::all_of(of.fields.begin(), of.fields.end(),
                     [&](const std::string& name) { return field_named(name)->in(s) == value; });
}

/// That stands for the field and others, which are equal; or null.
const Shorthand* shorthand_for(const Field& field, ConvShape& s) {
  for (const Shorthand& one : shorthands())
    if (std::count(one.fields.begin(), one.fields.end(), field.name) > 0 && are_equal(one, field.in(s), s)) return &one;
  return nullptr;
}

std::string joined(const ConvShape& s, const char* between_both, const char* separator) {
  std::vector<std::string> out;
  for (const auto& [word, value] : fields_given(s)) out.push_back(fmt::format("{}{}{}", word, between_both, value));
  return fmt::format("{}", fmt::join(out, separator));
}

}  // namespace

ConvShape parse_conv_shape(const std::string& text) {
  const ConvShape out = text.find('=') == std::string::npos ? in_order(text) : named(text);
  check_shape(out);
  return out;
}

std::vector<std::pair<std::string, std::int64_t>> fields_given(const ConvShape& of) {
  ConvShape s = of;
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (const Field& f : fields) {
    const std::int64_t value = f.in(s);
    if (value == f.default_value) continue;
    const Shorthand* all = shorthand_for(f, s);
    if (!all) out.emplace_back(f.name, value);
    else if (all->fields.front() == f.name) out.emplace_back(all->word, value);
  }
  return out;
}

std::string text(const ConvShape& s) { return joined(s, "=", ","); }

std::string name(const ConvShape& s) {
  std::string out = joined(s, "", "_");
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

}  // namespace tessera::shapes
