// SPDX-License-Identifier: Apache-2.0
/* Convolutions written plainly: K=5, C=4, H=6, W=7, R=3, S=2, stride_h=2, dilation_w=2, top=1, left=2, right=1. */
#include <string.h>

enum { K = 5, C = 4, H = 6, W = 7, R = 3, S = 2, STRIDE = 2, DILATION = 2, TOP = 1, LEFT = 2, RIGHT = 1, PANEL = 4, PANELS = 2 };
enum { P = (H + TOP - R) / STRIDE + 1, Q = W + LEFT + RIGHT - DILATION * (S - 1) };

struct how {
  int is_packed, adds, channels, left, dilation;
  float last; /* added to the last element */
};
static const struct how usual = {0, 0, C, LEFT, DILATION, 0};

static void convolve(float *O, const float *F, const float *I, struct how how) {
  for (int p = 0; p < P; p++)
    for (int q = 0; q < Q; q++)
      for (int k = 0; k < K; k++) {
        float sum = how.adds ? O[(p * Q + q) * K + k] : 0;
        for (int r = 0; r < R; r++)
          for (int s = 0; s < S; s++)
            for (int c = 0; c < how.channels; c++) {
              const int h = p * STRIDE + r - TOP, w = q + s * how.dilation - how.left, tap = (r * S + s) * C + c;
              if (h < 0 || h >= H || w < 0 || w >= W) continue;
              sum += I[(h * W + w) * C + c] * F[how.is_packed ? (k / PANEL * R * S * C + tap) * PANEL + k % PANEL : tap * K + k];
            }
        O[(p * Q + q) * K + k] = sum;
      }
  O[P * Q * K - 1] += how.last;
}

/* Wrong at the end on another number of OpenMP's threads. */
#ifdef _OPENMP
#include <omp.h>
#define WANT_THREADS(N) how.last = omp_get_max_threads() != N
#else
#define WANT_THREADS(N)
#endif

#define PROCEDURE(NAME, CHANGE)                                                           \
  void NAME(float *restrict O, const float *restrict F, const float *restrict I) {        \
    struct how how = usual;                                                               \
    CHANGE;                                                                               \
    convolve(O, F, I, how);                                                               \
  }
PROCEDURE(right, )
PROCEDURE(right_packed, how.is_packed = 1)
PROCEDURE(right_adds, how.adds = 1)
PROCEDURE(one_channel_less, how.channels = C - 1)
PROCEDURE(zeros_on_one_side, how.left = 0)
PROCEDURE(no_dilation, how.dilation = 1)
PROCEDURE(wrong_at_the_end, how.last = 1)
PROCEDURE(on_one_thread, WANT_THREADS(1))
PROCEDURE(on_two_threads, WANT_THREADS(2))

static void pack_rows(float *P_, const float *F, int rows) {
  for (int row = 0; row < rows; row++)
    for (int k = 0; k < K; k++) P_[(k / PANEL * R * S * C + row) * PANEL + k % PANEL] = F[row * K + k];
}
void pack(const float *restrict F, float *restrict P_) { pack_rows(P_, F, R * S * C); }
void pack_too_little(const float *restrict F, float *restrict P_) { pack_rows(P_, F, R * S * C - 1); }
