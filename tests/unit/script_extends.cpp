// SPDX-License-Identifier: Apache-2.0
// Hardware libraries that extend others, as C++ sees them.
#include <catch2/catch.hpp>
#include <fstream>

#include "api/hardware_library.hpp"
#include "dsl/support/process.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;

namespace {

// A folder with a library that adds a load of its own to a shipped one.
struct OwnLibrary {
  ScratchFolder scratch;
  std::string path = (scratch.path() / "mine").string();
  OwnLibrary() {
    std::filesystem::create_directory(path);
    std::ofstream(path + "/mine.tess") << R"(extends scalar
@instr("{dst_data} = *({src_data} + 0);", role="load")
def mine_load(dst: [f32][4] @ SCALAR, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
)";
  }
};

}  // namespace

TEST_CASE("a library that extends another gives all of it, its own first") {
  const OwnLibrary own;
  Session session;
  const HardwareLibrary mine = session.hwlib(own.path);
  CHECK(mine["load"].name() == "mine_load");
  CHECK(mine["store"].name() == "scalar_store_4xf32");
  CHECK(mine["scalar_load_4xf32"].name() == "scalar_load_4xf32");
  CHECK(mine.memory("SCALAR") == mine.memory());
  CHECK(mine.lanes() == 4);
  CHECK(mine.vectors().instructions.front().name() == "mine_load");
  CHECK_NOTHROW(session.proc("def p(x: f32[4] @ SCALAR):\n    pass\n"));
}

TEST_CASE("a base that is loaded already is not read again") {
  const OwnLibrary own;
  for (bool base_first : {true, false}) {
    Session session;
    const HardwareLibrary a = session.hwlib(base_first ? "scalar" : own.path);
    const HardwareLibrary b = session.hwlib(base_first ? own.path : "scalar");
    CHECK(a.memory("SCALAR") == b.memory("SCALAR"));
    CHECK(a["scalar_load_4xf32"].ref() == b["scalar_load_4xf32"].ref());
  }
}

TEST_CASE("what a library declares itself is told from what it takes over") {
  const OwnLibrary own;
  const script::Library library = api::load_library(own.path);
  CHECK(api::own_definitions(library).procs.size() == 1);
  CHECK(api::own_definitions(library).memories.empty());
  const std::vector<api::LibraryLayer> layers = api::layers_of(own.path);
  REQUIRE(layers.size() == 2);
  CHECK(layers[1].written == "scalar");
}
