// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/progress.hpp"

using namespace tessera;

namespace {

// A clock that is set by hand, and what was told.
struct Told {
  double now = 100;
  std::string text;
  ProgressOutput on(bool is_terminal) {
    return {is_terminal, [this] { return now; }, [this](const std::string& more) { text += more; }};
  }
};

}  // namespace

TEST_CASE("work of less than two seconds tells nothing") {
  for (const bool is_terminal : {false, true}) {
    Told told;
    {
      Progress p("blas: proving", 3, "", told.on(is_terminal));
      for (int i = 0; i < 3; ++i) {
        told.now += 0.6;
        p.step();
      }
    }
    CHECK(told.text == "");
  }
}

TEST_CASE("on a terminal a line changes four times a second at most and is gone in the end") {
  Told told;
  {
    Progress p("blas: proving", 8, "", told.on(true));
    told.now += 2.5;
    p.tick();
    CHECK(told.text == "\r\x1b[Kblas: proving: 0 of 8, 3 s so far");
    told.now += 0.1;
    p.step();
    CHECK(told.text.find("1 of 8") == std::string::npos);
    told.now += 1.4;
    p.step();
    CHECK(told.text.ends_with("\r\x1b[Kblas: proving: 2 of 8, 12 s left"));
    told.text = "";
  }
  CHECK(told.text == "\r\x1b[K");
}

TEST_CASE("without a terminal there is a line every ten seconds, and no control characters") {
  Told told;
  {
    Progress p("family f: proving", 100, "", told.on(false));
    for (int i = 0; i < 25; ++i) {
      told.now += 1;
      p.step();
    }
  }
  CHECK(told.text == "family f: proving: 10 of 100, 90 s left\nfamily f: proving: 20 of 100, 80 s left\n");
}

TEST_CASE("long times are told in minutes, and of unknown totals what was done") {
  Told told;
  Progress p("family f: proving", 100, "", told.on(false));
  told.now += 60;
  p.reach(10);
  CHECK(told.text == "family f: proving: 10 of 100, 9 min left\n");
  told.text = "";
  Progress q("conv c", 0, "questions decided", told.on(false));
  told.now += 12;
  q.reach(512);
  CHECK(told.text == "conv c: 512 questions decided, 12 s so far\n");
}

TEST_CASE("a note takes the place of the line, which then comes again") {
  Told told;
  Progress p("tune", 4, "", told.on(true));
  told.now += 3;
  p.step();
  told.text = "";
  p.note("a scheme failed");
  CHECK(told.text == "\r\x1b[Ka scheme failed\n");
  told.now += 1;
  p.step();
  CHECK(told.text.ends_with("\r\x1b[Ktune: 2 of 4, 4 s left"));
}
