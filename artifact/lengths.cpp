// SPDX-License-Identifier: Apache-2.0
#include "artifact/lengths.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/lanes.hpp"
#include "codegen/text_of_lengths.hpp"

namespace tessera::artifact {
namespace {

const std::string& symbol_of(const api::Loaded& loaded) { return script::lanes_of(loaded.inputs)->symbol; }

std::vector<std::int64_t> numbers_of(const api::Loaded& loaded) {
  std::vector<std::int64_t> out;
  for (const api::Loaded* one : all_lengths(loaded)) out.push_back(length_of(*one));
  return out;
}

CheckError differ(const std::string& message, std::vector<Note> notes, const std::string& hint) {
  Diagnostic d;
  d.code = "lanes";
  d.message = message;
  d.rule = "one C is written for all numbers of lanes: it may differ by numbers that follow from this one alone";
  d.notes = std::move(notes);
  d.hint = hint;
  return CheckError(std::move(d));
}

std::string same_text(const std::vector<codegen::TextOfLength>& texts, const std::string& symbol,
                      const std::string& file) {
  codegen::OneText out = codegen::one_text(texts, symbol);
  if (!out.differ) return std::move(out.text);
  const codegen::TextsDiffer& d = *out.differ;
  throw differ(
      fmt::format("{0} differs between {1} = {2} and {1} = {3}, from line {4} on", file, symbol, d.length,
                  d.other_length, d.line),
      {{{}, fmt::format("for {} = {}: {}", symbol, d.length, d.text)},
       {{}, fmt::format("for {} = {}: {}", symbol, d.other_length, d.other_text)}},
      fmt::format("write the schedule's numbers by {0} (divide_loop(p, 'i', {0}, …)), and unroll no loop of {0} "
                  "iterations; or leave one of the two out of `lanes`",
                  symbol));
}

// Extents and strides of one argument by the symbol, where they differ.
std::vector<std::string> by_symbol(const std::vector<codegen::Argument>& of_all,
                                   std::vector<std::string> codegen::Argument::*numbers, const api::Loaded& loaded) {
  const std::vector<std::int64_t> lengths = numbers_of(loaded);
  std::vector<std::string> out = of_all.front().*numbers;
  for (std::size_t d = 0; d < out.size(); ++d) {
    std::vector<codegen::TextOfLength> texts;
    for (std::size_t i = 0; i < of_all.size(); ++i) texts.push_back({lengths[i], (of_all[i].*numbers).at(d)});
    const codegen::OneText one = codegen::one_text(texts, symbol_of(loaded));
    if (one.differ)
      throw differ(fmt::format("the size of {0} differs between {1} = {2} and {1} = {3}: {4} and {5}",
                               of_all.front().name, symbol_of(loaded), one.differ->length, one.differ->other_length,
                               one.differ->text, one.differ->other_text),
                   {}, "give the procedure a size argument for it, and assert what it must be");
    out[d] = one.text;
  }
  return out;
}

// The arguments for all lengths. Their number, kinds and types follow from the procedure as written.
codegen::Interface interface_of(const std::vector<codegen::Emitted>& all, const api::Loaded& loaded) {
  codegen::Interface out = all.front().interfaces.back();
  for (std::size_t k = 0; k < out.arguments.size(); ++k) {
    std::vector<codegen::Argument> of_all;
    for (const codegen::Emitted& c : all) of_all.push_back(c.interfaces.back().arguments.at(k));
    out.arguments[k].shape = by_symbol(of_all, &codegen::Argument::shape, loaded);
    out.arguments[k].strides = by_symbol(of_all, &codegen::Argument::strides, loaded);
  }
  return out;
}

// Without such a memory no header is known to have the C expression of the number.
void check_asks_the_machine(const std::vector<codegen::TextOfLength>& sources, const api::Loaded& loaded) {
  const std::string& symbol = symbol_of(loaded);
  const bool asks = sources.front().text.find("tessera_lanes_" + symbol) != std::string::npos;
  for (const codegen::TextOfLength& s : sources)
    if (!asks && s.text != sources.front().text)
      throw differ(fmt::format("the procedure depends on {}, and uses no memory that has it", symbol), {},
                   "set_memory of a buffer to one that declares it, or write plain numbers");
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++out;
  return out;
}

// C of an instruction may have a variable of this name, by which a number would then be written.
void check_names_nothing_else(const std::string& source, const api::Loaded& loaded) {
  const std::string variable = codegen::lanes_variable(*script::lanes_of(loaded.inputs));
  const std::string& symbol = symbol_of(loaded);
  if (codegen::uses_of_word(source, symbol) != occurrences(source, variable) * codegen::uses_of_word(variable, symbol))
    throw differ(fmt::format("the C names something else {} already", symbol), {},
                 fmt::format("rename it in the C of the instruction that does so, or give `lanes` another name than {}",
                             symbol));
}

// The largest of each array, where all lengths have the same arrays.
std::vector<std::int64_t> largest_arrays(const std::vector<codegen::Emitted>& all) {
  std::vector<std::int64_t> out = all.front().array_sizes;
  for (const codegen::Emitted& c : all)
    for (std::size_t i = 0; i < std::min(out.size(), c.array_sizes.size()); ++i)
      out[i] = std::max(out[i], c.array_sizes[i]);
  return out;
}

}  // namespace

std::vector<const api::Loaded*> all_lengths(const api::Loaded& loaded) {
  std::vector<const api::Loaded*> out{&loaded};
  for (const api::Loaded& other : loaded.other_lengths) out.push_back(&other);
  return out;
}

std::int64_t length_of(const api::Loaded& loaded) { return script::lanes_of(loaded.inputs)->length; }

std::string length_name(const api::Loaded& loaded) { return fmt::format("{}{}", symbol_of(loaded), length_of(loaded)); }

std::string length_text(const api::Loaded& loaded) {
  return fmt::format("{} = {}", symbol_of(loaded), length_of(loaded));
}

std::string lengths_text(const api::Loaded& loaded) {
  return fmt::format("{} = {}", symbol_of(loaded), fmt::join(numbers_of(loaded), ", "));
}

codegen::Emitted emitted_for_lengths(
    const api::Loaded& loaded, codegen::Options options,
    const std::function<codegen::Emitted(const api::Loaded&, const codegen::Options&)>& emit) {
  options.lengths = numbers_of(loaded);
  const auto emit_all = [&] {
    std::vector<codegen::Emitted> out;
    for (const api::Loaded* one : all_lengths(loaded)) try {
        out.push_back(emit(*one, options));
      } catch (const Error& e) { api::rethrow_about_length(e, *script::lanes_of(one->inputs)); }
    return out;
  };
  std::vector<codegen::Emitted> all = emit_all();
  if (options.array_sizes = largest_arrays(all); !options.array_sizes.empty()) all = emit_all();
  const codegen::Interface called = interface_of(all, loaded);
  std::vector<codegen::TextOfLength> sources, headers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sources.push_back({options.lengths[i], all[i].source});
    headers.push_back({options.lengths[i], all[i].header});
  }
  check_asks_the_machine(sources, loaded);
  check_names_nothing_else(sources.front().text, loaded);
  codegen::Emitted out = all.front();
  out.source = same_text(sources, symbol_of(loaded), options.stem + ".c");
  out.header = same_text(headers, symbol_of(loaded), options.stem + ".h");
  out.interfaces.back() = called;
  return out;
}

nlohmann::ordered_json lengths_on_record(const api::Loaded& loaded) {
  return {{"symbol", symbol_of(loaded)},
          {"in_c", script::lanes_of(loaded.inputs)->c_text},
          {"lengths", numbers_of(loaded)},
          {"way",
           "scheduled and proved for each of the lengths on its own; the C of all is the same but for numbers that "
           "follow from the symbol, and ends the program on a machine of another length"}};
}

}  // namespace tessera::artifact
