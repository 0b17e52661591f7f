// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "artifact/report/facts.hpp"

namespace tessera::report {

/// A step that was refused: the error, and the line of the schedule that asked for it.
struct Refusal {
  Json error;
  std::string call;
  int line = 0;
};

/// What the page of a schedule is made from. File names are shown as they are given here.
struct PageInput {
  Proc proc;  ///< after all steps, or after those before the refused one
  std::string program, schedule;
  std::vector<std::string> libraries;
  std::string schedule_text;  ///< for the calls as they were written; empty without a schedule
  std::optional<Refusal> refusal;
  Times times = Times::shown;
};

/// One HTML page that shows every step: no other file, no network. The same input gives the same bytes, but for times.
std::string page(const PageInput&);

}  // namespace tessera::report
