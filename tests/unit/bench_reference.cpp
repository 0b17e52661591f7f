// SPDX-License-Identifier: Apache-2.0
// What is right and what is wrong of a matrix product: the references that everything measured must pass.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "gemm_check.hpp"
#include "gemm_reference.hpp"

using namespace tessera::bench;
namespace timing = tessera::timing;

namespace {

// Sums in the order of p, one rounding after each operation.
template <class T> std::vector<T> product(const GemmOperands<T>& x, GemmScalars scalars) {
  std::vector<T> result(x.C.size());
  for (int i = 0; i < x.m; ++i) {
    for (int j = 0; j < x.n; ++j) {
      T sum = 0;
      for (int p = 0; p < x.k; ++p) sum += x.A[std::size_t(i) * x.k + p] * x.B[std::size_t(p) * x.n + j];
      const std::size_t at = std::size_t(i) * x.n + j;
      result[at] =
          static_cast<T>(scalars.alpha) * sum + (scalars.beta == 0 ? 0 : static_cast<T>(scalars.beta) * x.C[at]);
    }
  }
  return result;
}

const std::vector<GemmScalars> all_scalars{{1, 0}, {1, 1}, {0.5, 2}};

// Computes into its own C, in the way that `Fault` says.
enum class Fault { none, offers_nothing, offers_no_scaling };
class Fake final : public GemmLibrary {
 public:
  explicit Fake(Fault fault) : fault_(fault) {}
  ReadyGemm prepare(const GemmCall<float>& call) override { return ready(call); }
  ReadyGemm prepare(const GemmCall<double>& call) override { return ready(call); }
  LibraryFacts facts() override { return {}; }
  int calls = 0;

 private:
  template <class T> ReadyGemm ready(const GemmCall<T>& c) {
    if (fault_ == Fault::offers_nothing || (fault_ == Fault::offers_no_scaling && c.alpha != 1)) return {{}, {}, "no"};
    return {[this, c] {
      ++calls;
      for (int i = 0; i < c.m; ++i)
        for (int j = 0; j < c.n; ++j) {
          T sum = 0;
          for (int p = 0; p < c.k; ++p)
            sum += (c.transa == Transpose::yes ? c.A[p * c.lda + i] : c.A[i * c.lda + p]) *
                   (c.transb == Transpose::yes ? c.B[j * c.ldb + p] : c.B[p * c.ldb + j]);
          T& element = c.C[i * c.ldc + j];
          element = c.alpha * sum + (c.beta == 0 ? 0 : c.beta * element);
        }
    }};
  }
  Fault fault_;
};

}  // namespace

TEMPLATE_TEST_CASE("right products pass", "", float, double) {
  for (const auto& [m, n, k] : {std::tuple{1, 1, 1}, {5, 3, 7}, {17, 33, 100}}) {
    const ExactReference<TestType> exact(integer_operands<TestType>(m, n, k, 1));
    const BoundedReference<TestType> bounded(uniform_operands<TestType>(m, n, k, 2));
    for (const GemmScalars scalars : all_scalars) {
      CHECK_FALSE(exact.first_wrong(scalars, product(exact.operands(), scalars)));
      CHECK_FALSE(bounded.first_wrong(scalars, product(bounded.operands(), scalars)));
    }
  }
}

TEMPLATE_TEST_CASE("one wrong element among integers is named, whichever it is", "", float, double) {
  const ExactReference<TestType> exact(integer_operands<TestType>(4, 6, 9, 1));
  for (const GemmScalars scalars : all_scalars) {
    const auto right = product(exact.operands(), scalars);
    for (std::size_t i = 0; i < right.size(); ++i) {
      for (const double change : {1.0, -1.0, 0.5, 0.25, 0x1p23, double(std::numeric_limits<TestType>::quiet_NaN()),
                                  double(std::numeric_limits<TestType>::infinity())}) {
        auto wrong = right;
        wrong[i] += static_cast<TestType>(change);
        const auto text = exact.first_wrong(scalars, wrong);
        REQUIRE(text);
        CHECK(text->rfind("C[" + std::to_string(i / 6) + ", " + std::to_string(i % 6) + "] is ", 0) == 0);
      }
    }
  }
}

TEST_CASE("the first of several wrong elements is named, with what it should be") {
  GemmOperands<float> x{2, 2, 1, {1, 2}, {1, 2}, {10, 20, 30, 40}};
  const ExactReference<float> exact(x);
  CHECK(exact.first_wrong({1, 1}, {11, 22, 32, 44}) == std::nullopt);
  CHECK(exact.first_wrong({1, 1}, {11, 22, 33, 45}) == "C[1, 0] is 33, want 32");
  CHECK(exact.first_wrong({1, 0}, {1, 2, 2, 4}) == std::nullopt);
  CHECK(exact.first_wrong({0.5, 2}, {20.5, 41, 61, 83}) == "C[1, 1] is 83, want 82");
}

TEST_CASE("two errors of a row that cancel in its sum are still errors") {
  const ExactReference<float> exact(integer_operands<float>(3, 5, 4, 1));
  auto wrong = product(exact.operands(), {1, 1});
  wrong[6] += 1;
  wrong[8] -= 1;
  REQUIRE(exact.first_wrong({1, 1}, wrong));
  CHECK(exact.first_wrong({1, 1}, wrong)->rfind("C[1, 1]", 0) == 0);
}

TEMPLATE_TEST_CASE("an error just above the bound is refused, one below is not", "", float, double) {
  const int k = 50;
  const BoundedReference<TestType> bounded(uniform_operands<TestType>(3, 4, k, 2));
  const auto& x = bounded.operands();
  auto got = product(x, {1, 1});
  long double value = x.C[5], magnitude = std::fabs(x.C[5]);  // C[1, 1]
  for (int p = 0; p < k; ++p) {
    const long double term = static_cast<long double>(x.A[k + p]) * x.B[4 * p + 1];
    value += term;
    magnitude += std::fabs(term);
  }
  const long double u = sizeof(TestType) == 4 ? 0x1p-24L : 0x1p-53L;
  const long double bound = (k + 3) * u / (1 - (k + 3) * u) * magnitude;
  got[5] = static_cast<TestType>(value + bound * 0.9L);
  CHECK_FALSE(bounded.first_wrong({1, 1}, got));
  got[5] = static_cast<TestType>(value + bound * 1.2L);
  REQUIRE(bounded.first_wrong({1, 1}, got));
  CHECK(bounded.first_wrong({1, 1}, got)->rfind("C[1, 1] is ", 0) == 0);
  got[5] = std::numeric_limits<TestType>::quiet_NaN();
  CHECK(bounded.first_wrong({1, 1}, got));
}

TEST_CASE("beyond the budget rows are sampled, the first and the last among them") {
  const auto operands = uniform_operands<float>(100, 10, 10, 2);
  CHECK(BoundedReference<float>(operands).rows().size() == 100);
  CHECK(BoundedReference<float>(operands, 100 * 10 * 10).rows().size() == 100);
  CHECK(BoundedReference<float>(operands, 4 * 10 * 10).rows() == std::vector<int>{0, 33, 66, 99});
  CHECK(BoundedReference<float>(operands, 1).rows() == std::vector<int>{0, 99});
  CHECK(BoundedReference<float>(uniform_operands<float>(1, 10, 10, 2), 1).rows() == std::vector<int>{0});
  const BoundedReference<float> sampled(operands, 4 * 10 * 10);
  auto wrong = product(operands, {1, 1});
  CHECK_FALSE(sampled.first_wrong({1, 1}, wrong));
  wrong[999] += 1;
  CHECK(sampled.first_wrong({1, 1}, wrong)->rfind("C[99, 9]", 0) == 0);
}

TEST_CASE("a matrix is stored transposed and padded as BLAS has it") {
  const std::vector<float> plain{1, 2, 3, 4, 5, 6};
  StoredMatrix<float> rows(plain, 2, 3, Transpose::no, 1, 9), columns(plain, 2, 3, Transpose::yes, 2, 9);
  CHECK(rows.leading_dimension() == 4);
  CHECK(std::vector<float>(rows.data(), rows.data() + 8) == std::vector<float>{1, 2, 3, 9, 4, 5, 6, 9});
  CHECK(columns.leading_dimension() == 4);
  CHECK(std::vector<float>(columns.data(), columns.data() + 12) ==
        std::vector<float>{1, 4, 9, 9, 2, 5, 9, 9, 3, 6, 9, 9});
  CHECK(rows.plain() == plain);
  CHECK(columns.plain() == std::vector<float>{1, 4, 2, 5, 3, 6});
  CHECK(rows.padding_is_intact(9));
  rows.data()[7] = 0;
  CHECK_FALSE(rows.padding_is_intact(9));
}

TEMPLATE_TEST_CASE("a library is asked on both kinds of data for every pair of scalars that it offers", "", float,
                   double) {
  for (const Transpose transa : {Transpose::no, Transpose::yes}) {
    for (const Transpose transb : {Transpose::no, Transpose::yes}) {
      const GemmCheck<TestType> check(5, 6, 7, transa, transb);
      Fake right(Fault::none), partial(Fault::offers_no_scaling), absent(Fault::offers_nothing);
      CHECK_FALSE(check.first_wrong(right));
      CHECK(right.calls == 6);
      CHECK_FALSE(check.first_wrong(partial));
      CHECK(partial.calls == 4);
      CHECK_FALSE(check.first_wrong(absent));
      CHECK(absent.calls == 0);
    }
  }
}
