// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "schemes/parallel.hpp"

using namespace tessera;
using namespace tessera::schemes;
using Catch::Matchers::Contains;

namespace {

const Extents layer{{"n", 1}, {"p", 10}, {"q", 34}, {"k", 64}, {"r", 3}, {"s", 3}, {"c", 8}};

std::string parallel(const std::string& scheme, Strategy strategy) {
  return text(in_parallel(parse(scheme), strategy, {"r", "s", "c"}, layer, 16));
}

}  // namespace

TEST_CASE("the largest band of loops over dimensions of the result becomes parallel where it stands") {
  CHECK(parallel("R(p) R(c) T(2, k) T(2, q) R(r) R(s) U(17, q) U(2, k) V(k)", Strategy::collapse) ==
        "par R(p) R(c) T(2, k) T(2, q) R(r) R(s) U(17, q) U(2, k) V(k)");
  CHECK(parallel("T(2, p) R(c) T(2, k) T(5, p) R(r) R(s) R(q) U(2, k) V(k)", Strategy::collapse) ==
        "T(2, p) R(c) T(2, k) T(5, p) R(r) R(s) par R(q) U(2, k) V(k)");
  CHECK(parallel("R(c) R(r) R(s) U(10, p) U(34, q) U(4, k) V(k)", Strategy::collapse) ==
        "R(c) R(r) R(s) U(10, p) U(34, q) U(4, k) V(k)");
}

TEST_CASE("a sequence is the outermost of a band, or parts it") {
  const std::string following = "R(p) T(2, k) Lseq(q, a, [(1, 12), (2, 11)]) R(r) R(s) R(c) U(a, q) U(2, k) V(k)";
  CHECK(parallel(following, Strategy::collapse) == "par R(p) par T(2, k)" + following.substr(12));
  const std::string before = "Lseq(q, a, [(1, 12), (2, 11)]) R(p) T(2, k) R(r) R(s) R(c) U(a, q) U(2, k) V(k)";
  CHECK(parallel(before, Strategy::collapse) ==
        "par Lseq(q, a, [(1, 12), (2, 11)]) par R(p) par T(2, k) R(r) R(s) R(c) U(a, q) U(2, k) V(k)");
  const std::string between = "T(2, k) Lseq(q, a, [(1, 12), (2, 11)]) R(p) R(r) R(s) R(c) U(a, q) U(2, k) V(k)";
  CHECK(parallel(between, Strategy::collapse) ==
        "T(2, k) par Lseq(q, a, [(1, 12), (2, 11)]) par R(p) R(r) R(s) R(c) U(a, q) U(2, k) V(k)");
}

TEST_CASE("the outermost band becomes parallel whatever its size, unless it has one iteration") {
  const std::string scheme = "R(n) R(r) Lseq(k, u, [(1, 2), (2, 1)]) R(c) R(s) R(p) T(2, q) U(17, q) U(u, k) V(k)";
  CHECK(parallel(scheme, Strategy::outermost) ==
        "R(n) R(r) par Lseq(k, u, [(1, 2), (2, 1)]) R(c) R(s) R(p) T(2, q) U(17, q) U(u, k) V(k)");
  CHECK(parallel(scheme, Strategy::collapse) ==
        "R(n) R(r) Lseq(k, u, [(1, 2), (2, 1)]) R(c) R(s) par R(p) par T(2, q) U(17, q) U(u, k) V(k)");
  const std::string alone = "R(n) R(c) R(r) R(s) U(10, p) U(34, q) U(4, k) V(k)";
  CHECK(parallel(alone, Strategy::outermost) == alone);
}

TEST_CASE("two strategies keep the order of the loops") {
  CHECK_FALSE((reorders(Strategy::none) || reorders(Strategy::outermost) || reorders(Strategy::collapse)));
  CHECK((reorders(Strategy::inside) && reorders(Strategy::outside)));
}

TEST_CASE("loops of the sum go inside of the band, or outside, in their order") {
  const std::string scheme = "R(p) R(c) T(2, k) R(r) T(2, q) R(s) U(17, q) U(2, k) V(k)";
  CHECK(parallel(scheme, Strategy::inside) == "par R(p) par T(2, k) par T(2, q) R(c) R(r) R(s) U(17, q) U(2, k) V(k)");
  CHECK(parallel(scheme, Strategy::outside) == "R(c) R(r) R(s) par R(p) par T(2, k) par T(2, q) U(17, q) U(2, k) V(k)");
}

TEST_CASE("what is no loop parts a band, and stays in front of a loop") {
  const std::string scheme = "Prefetch(O) R(p) T(2, k) Pack(F) R(q) R(r) R(s) R(c) U(2, k) V(k)";
  CHECK(parallel(scheme, Strategy::collapse) ==
        "Prefetch(O) R(p) T(2, k) Pack(F) par R(q) R(r) R(s) R(c) U(2, k) V(k)");
  CHECK(parallel(scheme, Strategy::outside) ==
        "Prefetch(O) Pack(F) R(r) R(s) R(c) par R(p) par T(2, k) par R(q) U(2, k) V(k)");
  CHECK(parallel("R(p) R(q) R(k) R(r) R(s) Pack(F) R(c)", Strategy::outside) ==
        "R(r) R(s) Pack(F) R(c) par R(p) par R(q) par R(k)");
}

TEST_CASE("a strategy puts par where it says and nowhere else; none leaves it where it stands") {
  const std::string scheme = "R(c) R(r) R(s) par T(4, k) R(p) R(q) V(k)";
  CHECK(parallel(scheme, Strategy::none) == scheme);
  CHECK(parallel(scheme, Strategy::collapse) == "R(c) R(r) R(s) par T(4, k) par R(p) par R(q) V(k)");
}

TEST_CASE("what regrouping takes out of the loop that gives it a value is refused") {
  CHECK_THROWS_WITH(parallel("Lseq(q, a, [(1, 4), (15, 2)]) R(p) T(2, k) R(r) R(s) R(c) T(a, c) U(a, q) U(2, k) V(k)",
                             Strategy::outside),
                    Contains("error[scheme]") && Contains("T(a, c)"));
}
