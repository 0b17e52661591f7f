// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/json.hpp"

#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"

using namespace tessera;

namespace {

std::string nested(std::size_t deep) { return std::string(deep, '[') + std::string(deep, ']'); }

}  // namespace

TEST_CASE("JSON is read up to a depth of 100") {
  CHECK(parse_json(nested(100), "f.json").dump() == nested(100));
  CHECK(parse_json("{\"b\": [1], \"a\": {}}", "f.json").dump() == "{\"b\":[1],\"a\":{}}");
  for (const std::string& text :
       {nested(101), nested(1'000'000), "{\"a\": " + nested(100) + "}", std::string(200'000, '[')}) {
    try {
      parse_json(text, "f.json");
      FAIL();
    } catch (const InputError& e) {
      CHECK(e.diagnostic().message == "cannot read f.json: it is nested more than 100 deep");
    }
  }
  CHECK_THROWS_AS(parse_json("[1", "f.json"), nlohmann::json::exception);
}

TEST_CASE("JSON with a key twice in one object is refused: one of the values would be lost") {
  CHECK(parse_json(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})", "f.json").size() == 2);
  for (const std::string text : {R"({"a": 1, "a": 2})", R"([{"b": {"c": 1, "a": [], "d": {}, "a": []}}])"}) {
    try {
      parse_json(text, "f.json");
      FAIL();
    } catch (const InputError& e) { CHECK(e.diagnostic().message == "cannot read f.json: an object has \"a\" twice"); }
  }
}
