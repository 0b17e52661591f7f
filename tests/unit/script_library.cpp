// SPDX-License-Identifier: Apache-2.0
// What a schedule sees of a library that computes in several element types.
#include <catch2/catch.hpp>

#include "dsl/script/library_view.hpp"

using namespace tessera;
using namespace tessera::script;
using ir::Scalar;

namespace {

const syntax::Module& library() {
  static const syntax::Module read = syntax::parse_module(R"(
memory Masks:
    holds i8[64] as mask
memory Vectors:
    holds f32[8] as vec, f16[16] as half
@instr("widen({dst_data}, {src_data});", role="convert")
def widen(dst: [f32][8] @ Vectors, src: [f16][16] @ Vectors):
    for i in seq(0, 8):
        dst[i] = src[i]
@instr("narrow(&{dst_data}, {src_data});", role="store")
def narrow(n: size, dst: [f16][8] @ DRAM, src: [f32][8] @ Vectors):
    for i in seq(0, 8):
        dst[i] = src[i]
@instr("fetch(&{src_data});", role="prefetch")
def fetch(src: [f64][1] @ DRAM):
    pass
@instr("fence({n});", role="fence")
def fence(n: size):
    pass
def helper(x: f32[8]):
    pass
)",
                                                          "vendor.tess");
  return read;
}

const ir::Procedure& procedure(const char* name) { return *library().proc(name); }

}  // namespace

TEST_CASE("an instruction is of the type of its first data argument") {
  CHECK(element_type(procedure("widen")) == Scalar::f32);
  CHECK(element_type(procedure("narrow")) == Scalar::f16);
  CHECK(element_type(procedure("fence")) == std::nullopt);
  CHECK(element_types(library()) == std::vector<Scalar>{Scalar::i8, Scalar::f32, Scalar::f16, Scalar::f64});
}

TEST_CASE("vectors of a type are computed with by instructions on such registers only") {
  CHECK_FALSE(computes_with(procedure("widen"), Scalar::f32));
  CHECK_FALSE(computes_with(procedure("widen"), Scalar::f16));
  CHECK(computes_with(procedure("narrow"), Scalar::f32));
  CHECK_FALSE(computes_with(procedure("narrow"), Scalar::f16));
  CHECK(computes_with(procedure("fetch"), Scalar::f64));
  CHECK_FALSE(computes_with(procedure("fetch"), Scalar::f32));
  CHECK_FALSE(computes_with(procedure("fence"), Scalar::f32));
}

TEST_CASE("all of a library, or what is of one type") {
  const LibraryView all(library()), f32(library(), Scalar::f32), f16(library(), Scalar::f16),
      f64(library(), Scalar::f64);
  CHECK(all.registers()->name == "Masks");
  CHECK(f32.registers()->name == "Vectors");
  CHECK(f64.registers() == nullptr);
  CHECK(all.vector()->lanes == 8);
  CHECK(f32.vector()->lanes == 8);
  CHECK(f16.vector()->lanes == 16);
  CHECK(f64.vector() == nullptr);
  CHECK(all.with_role("store")->name == "narrow");
  CHECK(f16.with_role("store")->name == "narrow");
  CHECK(f32.with_role("store") == nullptr);
  CHECK(all.with_role("fence")->name == "fence");
  CHECK(f32.with_role("fence") == nullptr);
  CHECK(all.proc("helper") != nullptr);
  CHECK(f32.proc("helper") == nullptr);
  CHECK(f32.proc("widen") != nullptr);
  CHECK(f16.proc("widen") == nullptr);
  CHECK(f32.memory("Masks") == nullptr);
  CHECK(f32.memory("Vectors") == all.memory("Vectors"));
  CHECK(f64.names() == std::vector<std::string>{"fetch", "prefetch"});
}
