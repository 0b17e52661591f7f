// SPDX-License-Identifier: Apache-2.0
// What all reports of measured figures share: rounding, columns of quartiles, means, the machine.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "timing/timing.hpp"

namespace tessera::bench {

using Json = nlohmann::ordered_json;

/// Six significant digits: no measurement here has more.
double rounded(double value);

/// The median as KEY and the quartiles as KEY_quartiles; both null without a spread.
void put_spread(Json& row, const std::string& key, const std::optional<timing::Spread>& s);

/// Contenders two of whose threads were seen to share a core, and how often.
using SharedCores = std::vector<std::pair<std::string, std::string>>;

/// Adds a contender seen so in more than one turn (one may be chance); each name once.
void note_shared_core(SharedCores& all, const timing::Contender& c);

/// Tells the first of them, once in a run.
class SharingWarning {
 public:
  SharingWarning(std::string program, int threads) : program_(std::move(program)), threads_(threads) {}
  void tell(const std::string& row, const SharedCores& all);

 private:
  std::string program_;
  int threads_;
  bool is_told_ = false;
};

/// What CPU, cores, caches, compiler and flags were.
Json facts_of_machine();

/// The keys of a row and of the common facts, as columns: quartiles become two, a text or object one.
std::vector<std::string> csv_columns(const Json& row);
std::vector<std::string> csv_fields(const Json& row);

/// A number of a table, by a format of printf's; at most 31 characters.
std::string cell(const char* format, double value);

/// Text at the left or at the right of a column of `width` characters; longer text is kept whole.
std::string left(std::string text, std::size_t width);
std::string right(const std::string& text, std::size_t width);

/// Throws std::invalid_argument on no values.
double geometric_mean(const std::vector<double>& values);

}  // namespace tessera::bench
