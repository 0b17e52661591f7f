// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/cpuinfo.hpp"

#include <catch2/catch.hpp>

using namespace tessera;
using Features = std::set<std::string>;

TEST_CASE("extensions of RISC-V are told apart, and all harts must have them") {
  CHECK(cpuinfo_features("processor\t: 0\nisa\t\t: rv64imafdcvh_zicsr_zvfh\nmmu\t\t: sv57\n") ==
        Features{"a", "c", "d", "f", "h", "i", "m", "v", "zicsr", "zvfh"});
  CHECK(cpuinfo_features("isa : rv64gczba_zbb\n") ==
        Features{"a", "c", "d", "f", "g", "i", "m", "zba", "zbb", "zicsr", "zifencei"});
  CHECK(cpuinfo_features("isa : rv64iv_zvfh\nhart isa : rv64ivx\nisa : rv64iv\n") == Features{"i", "v"});
}

TEST_CASE("POWER says its processor and what that supports") {
  CHECK(cpuinfo_features("cpu\t\t: POWER10 (architected), altivec supported\nclock : 3.5\n") ==
        Features{"altivec", "power10"});
  CHECK(cpuinfo_features("flags : fpu v avx2\nvendor_id : GenuineIntel\n: x\ncpu : \n").empty());
}
