// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>

#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "shapes/conv_text.hpp"
#include "tuning/measure/results.hpp"
#include "tuning/measure/tasks.hpp"

using namespace tessera;
using namespace tessera::tuning;
using tuning::Measurement;
using tuning::Measurements;

namespace {

const tuning::HostId this_place{"a CPU", "a compiler", "-O2"};

TuneBatch batch(const std::vector<std::string>& schemes) {
  kernels::conv::ConvRequest request;
  request.shape = shapes::parse_conv_shape("8,4,5,5,1,1"), request.target = "scalar";
  TuneBatch out(request);
  out.schemes = schemes;
  return out;
}

TuneBatch in_turns(const std::vector<std::string>& schemes) {
  TuneBatch out = batch(schemes);
  out.in_turns = true;
  return out;
}

using Tasks = std::vector<std::vector<std::vector<std::string>>>;

Tasks names(const std::vector<std::vector<TuneBatch>>& tasks) {
  Tasks out;
  for (const auto& task : tasks) {
    out.emplace_back();
    for (const TuneBatch& b : task) out.back().push_back(b.schemes);
  }
  return out;
}

void add(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

}  // namespace

TEST_CASE("batches are split into tasks, whole where they fit") {
  CHECK(split({}, 2).empty());
  CHECK(split({batch({})}, 2).empty());
  CHECK(names(split({batch({"a"}), batch({"b"}), batch({"c"})}, 2)) == Tasks{{{"a"}, {"b"}}, {{"c"}}});
  CHECK(names(split({batch({"a"}), batch({"b", "c"})}, 2)) == Tasks{{{"a"}}, {{"b", "c"}}});
  CHECK(names(split({batch({"a", "b", "c", "d", "e"}), batch({"f"})}, 2)) ==
        Tasks{{{"a", "b"}}, {{"c", "d"}}, {{"e"}, {"f"}}});
}

TEST_CASE("a batch in turns is never split") {
  CHECK(names(split({in_turns({"a", "b", "c"}), batch({"d"})}, 2)) == Tasks{{{"a", "b", "c"}}, {{"d"}}});
  CHECK(names(split({batch({"a"}), in_turns({"b", "c", "d"}), in_turns({"e"}), batch({"f", "g"})}, 2)) ==
        Tasks{{{"a"}}, {{"b", "c", "d"}}, {{"e"}}, {{"f", "g"}}});
}

TEST_CASE("a scheme is missing until something came of it, of its own program") {
  MissingSchemes missing({batch({"a", "b"}), batch({})});
  const std::string program = batch({}).program();
  CHECK(missing.size() == 2);
  CHECK_FALSE(missing.came({{"another", "a"}}));
  CHECK(missing.came({{program, "a"}}));
  CHECK_FALSE(missing.came({{program, "a"}}));
  REQUIRE(missing.batches().size() == 1);
  CHECK(missing.batches()[0].schemes == std::vector<std::string>{"b"});
  CHECK(missing.came({{program, "b", Measurement::Outcome::refused}}));
  CHECK(missing.batches().empty());
}

TEST_CASE("of a batch in turns all is missing until all came together") {
  MissingSchemes missing({in_turns({"a", "b"})});
  const std::string program = batch({}).program();
  CHECK_FALSE(missing.came({{program, "a"}}));
  CHECK_FALSE(missing.came({{program, "b"}}));
  CHECK(missing.size() == 2);
  CHECK(missing.came({{program, "a"}, {program, "b", Measurement::Outcome::ended}}));
  CHECK(missing.batches().empty());
}

TEST_CASE("results are read as they are written, with their place") {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "results";
  ResultsReader reader(file);
  CHECK(reader.more().empty());
  ResultsWriter writer(file, this_place);
  writer.add(Measurements{{"p", "a", Measurement::Outcome::measured, 2e-6, 50, 49, 51}});
  writer.add(Measurements{{"p", "b", Measurement::Outcome::compiler, 0, 0, 0, 0, "it said \xff"}});
  writer.add(Measurements{{"p", "c", Measurement::Outcome::measured, 3e-6, 40, 39, 41, "", true}, {"p", "d"}});
  const std::vector<TuneResult> all = reader.more();
  REQUIRE(all.size() == 3);
  CHECK(all[0].place == this_place);
  CHECK(all[0].measurements.at(0).seconds == 2e-6);
  CHECK(all[1].measurements.at(0).outcome == Measurement::Outcome::compiler);
  REQUIRE(all[2].measurements.size() == 2);
  CHECK(all[2].measurements[0].in_turns);
  CHECK_FALSE(all[2].measurements[1].in_turns);
  CHECK(reader.more().empty());
}

TEST_CASE("half a line is left until it is whole, and what is no result is passed over") {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "results", other = scratch.path() / "other";
  ResultsWriter(other, this_place).add(Measurements{{"p", "a"}});
  const std::string line = read_file(other);
  ResultsReader reader(file);
  add(file, line.substr(0, 20));
  CHECK(reader.more().empty());
  add(file, line.substr(20));
  CHECK(reader.more().size() == 1);
  add(file, line.substr(0, 20) + line + "[]\n\n{\"node\": \"n\"}\n" + line);
  CHECK(reader.more().size() == 1);
}

TEST_CASE("a wrong result is thrown by another process as it was") {
  const ScratchFolder scratch;
  Diagnostic d;
  d.code = "tune", d.message = "it is wrong", d.rule = "it is right", d.hint = "look";
  d.notes.push_back({{}, "replay: this"});
  ResultsWriter(scratch.path() / "results", this_place).add(CheckError(d));
  const std::vector<TuneResult> results = ResultsReader(scratch.path() / "results").more();
  REQUIRE(results.size() == 1);
  CHECK(results[0].measurements.empty());
  CHECK(results[0].wrong->diagnostic().render() == d.render());
}
