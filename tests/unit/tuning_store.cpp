// SPDX-License-Identifier: Apache-2.0
#include "tuning/store.hpp"

#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"

using namespace tessera;
using tuning::Measurement;
using tuning::Measurements;
using tuning::Store;

namespace {

const tuning::HostId here{"a CPU", "a compiler", "-O2"}, there{"another CPU", "a compiler", "-O2"};

Measurement alone(const std::string& scheme, double seconds) {
  return {"p", scheme, Measurement::Outcome::measured, seconds};
}

Measurement in_turns(const std::string& scheme, double seconds) {
  Measurement out = alone(scheme, seconds);
  out.in_turns = true;
  return out;
}

Measurement refused(const std::string& scheme) { return {"p", scheme, Measurement::Outcome::refused}; }

// A scheme and whether its measurement was made in turns, the first of them first.
std::string order(const Store& store) {
  std::string out;
  for (const Measurement& m : store.of("p")) out += (out.empty() ? "" : " ") + m.scheme + (m.in_turns ? "+" : "");
  return out;
}

struct Scratch {
  ScratchFolder folder;
  Store store{folder.path() / "store.sqlite", here};
};

}  // namespace

TEST_CASE("a store keeps measurements of one place apart from those of others") {
  const ScratchFolder folder;
  const auto file = folder.path() / "deep" / "store.sqlite";
  const Measurement slow{"p", "R(k)", Measurement::Outcome::measured, 2, 40, 39, 41, ""};
  const Measurement fast{"p", "T(2, k)", Measurement::Outcome::measured, 1, 80, 79, 81, ""};
  const Measurement none{"p", "T(3, k)", Measurement::Outcome::compiler, 0, 0, 0, 0, "it died"};
  {
    Store store(file, here);
    for (const Measurement& m : {none, slow, fast}) store.keep({m}, here);
  }
  Store store(file, here);
  REQUIRE(store.of("p").size() == 3);
  CHECK(store.of("p")[0].scheme == "T(2, k)");
  CHECK(store.of("p")[2].detail == "it died");
  CHECK(store.of("q").empty());
  CHECK(store.find("p", "R(k)")->percent == 40);
  store.keep({{"p", "R(k)", Measurement::Outcome::measured, 0.5, 90, 89, 91, ""}}, here);
  CHECK(store.of("p").size() == 3);  // the faster one takes the place of the other
  CHECK(store.of("p")[0].scheme == "R(k)");
  CHECK(store.foreign() == 0);
  CHECK(Store(file, there).of("p").empty());
  CHECK(Store(file, there).foreign() == 3);
}

TEST_CASE("measurements are listed by their time, those without one last") {
  Scratch s;
  for (const Measurement& m : {alone("slow", 3), refused("no"), alone("fast", 1), alone("middle", 2)})
    s.store.keep({m}, here);
  s.store.keep({{"another", "fastest", Measurement::Outcome::measured, 0.5}}, here);
  CHECK(order(s.store) == "fast middle slow no");
}

TEST_CASE("no luck of one measured alone outranks what was timed in turns") {
  Scratch s;
  s.store.keep({alone("a", 1)}, here);
  s.store.keep({alone("lucky", 0.5)}, here);
  s.store.keep({in_turns("b", 3), in_turns("a", 2)}, here);
  CHECK(order(s.store) == "a+ b+ lucky");
}

TEST_CASE("those timed in turns take the mark from those before them") {
  Scratch s;
  s.store.keep({in_turns("a", 1), in_turns("b", 2), in_turns("c", 3)}, here);
  s.store.keep({in_turns("d", 5), in_turns("b", 4), alone("c", 6)}, here);
  CHECK(order(s.store) == "b+ d+ a c");
  CHECK(s.store.find("p", "b")->seconds == 4);
  CHECK(s.store.find("p", "a")->seconds == 1);
}

TEST_CASE("the mark is of one program and place") {
  Scratch s;
  s.store.keep({in_turns("a", 1)}, here);
  s.store.keep({in_turns("b", 1)}, there);
  s.store.keep({{"another", "c", Measurement::Outcome::measured, 1, 0, 0, 0, "", true}}, here);
  CHECK(order(s.store) == "a+");
  CHECK(s.store.foreign() == 1);
}

TEST_CASE("of two measurements made alone the faster is kept") {
  Scratch s;
  for (const double seconds : {2.0, 1.0, 3.0}) s.store.keep({alone("a", seconds)}, here);
  CHECK(s.store.find("p", "a")->seconds == 1);
}

TEST_CASE("one that ended at last is no measurement, and one in turns stays") {
  Scratch s;
  s.store.keep({in_turns("a", 2), in_turns("b", 2)}, here);
  s.store.keep({alone("a", 1)}, here);
  s.store.keep({refused("b")}, here);
  CHECK(order(s.store) == "a+ b");
  CHECK(s.store.find("p", "a")->seconds == 2);
  CHECK(s.store.find("p", "b")->outcome == Measurement::Outcome::refused);
}

TEST_CASE("a file that is no store is refused, and stays as it is") {
  const ScratchFolder folder;
  const auto file = folder.path() / "other.sqlite";
  {
    const database::Handle db = database::open(file, {1, 1, "CREATE TABLE mine (x INTEGER)", "", 100});
    database::execute(db.get(), "INSERT INTO mine VALUES (7)");
  }
  CHECK_THROWS_WITH(Store(file, {}), Catch::Contains("not a store of this version"));
  const database::Handle db = database::open(file, {1, 1, "", "", 100});
  CHECK(database::number(db.get(), "SELECT x FROM mine") == 7);
}

TEST_CASE("a store of an earlier version is left as it is") {
  const ScratchFolder folder;
  const auto file = folder.path() / "store.sqlite";
  database::open(file, {0x74657475, 1, "CREATE TABLE measurements (machine TEXT)"});
  CHECK_THROWS_WITH(Store(file, here), Catch::Contains("not a store of this version of Tessera"));
  CHECK_THROWS_AS(Store(file, here), InputError);
}
