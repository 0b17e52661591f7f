// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "artifact/report/facts.hpp"

namespace tessera::report {

/// A refused step: the error, and the line of the schedule.
struct Refusal {
  Json error;
  std::string call;
  int line = 0;
};

/// The input of a schedule's page. File names are shown as given here.
struct PageInput {
  Proc proc;  ///< after all steps, or before the refused one
  std::string program, schedule;
  std::vector<std::string> libraries;
  std::string schedule_text;  ///< for the calls as written; empty without a schedule
  std::optional<Refusal> refusal;
  Times times = Times::shown;
};

/// One self-contained HTML page that shows every step. The same input gives the same bytes, except times.
std::string page(const PageInput&);

}  // namespace tessera::report
