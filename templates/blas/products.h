/* SPDX-License-Identifier: 0BSD
 * The products of each target, as targets.c, which is written with them, lists them. */
#ifndef TESSERA_BLAS_PRODUCTS_H
#define TESSERA_BLAS_PRODUCTS_H

#include <stdint.h>

/* As in the headers of the products. */
#ifndef TESSERA_WIN_2F32
#define TESSERA_WIN_2F32
struct tessera_win_2f32 {
  float *data;
  int64_t strides[2];
};
#endif
#ifndef TESSERA_WIN_2F32C
#define TESSERA_WIN_2F32C
struct tessera_win_2f32c {
  const float *data;
  int64_t strides[2];
};
#endif
#ifndef TESSERA_WIN_2F64
#define TESSERA_WIN_2F64
struct tessera_win_2f64 {
  double *data;
  int64_t strides[2];
};
#endif
#ifndef TESSERA_WIN_2F64C
#define TESSERA_WIN_2F64C
struct tessera_win_2f64c {
  const double *data;
  int64_t strides[2];
};
#endif

/* Which of two products: A and B with rows whose elements lie side by side, or with any strides. C always has such
 * rows. */
enum { TESSERA_BLAS_ROWS, TESSERA_BLAS_ANY };

/* C = A B, C += A B, C += alpha A B, for M, N, K >= 1. Rows and columns are those of the tile. */
struct tessera_blas_f32 {
  int (*runs_here)(void);
  int rows, columns;
  void (*set[2])(int64_t, int64_t, int64_t, struct tessera_win_2f32c, struct tessera_win_2f32c,
                 struct tessera_win_2f32);
  void (*add[2])(int64_t, int64_t, int64_t, struct tessera_win_2f32c, struct tessera_win_2f32c,
                 struct tessera_win_2f32);
  void (*add_scaled[2])(int64_t, int64_t, int64_t, float, struct tessera_win_2f32c, struct tessera_win_2f32c,
                        struct tessera_win_2f32);
};
struct tessera_blas_f64 {
  int (*runs_here)(void);
  int rows, columns;
  void (*set[2])(int64_t, int64_t, int64_t, struct tessera_win_2f64c, struct tessera_win_2f64c,
                 struct tessera_win_2f64);
  void (*add[2])(int64_t, int64_t, int64_t, struct tessera_win_2f64c, struct tessera_win_2f64c,
                 struct tessera_win_2f64);
  void (*add_scaled[2])(int64_t, int64_t, int64_t, double, struct tessera_win_2f64c, struct tessera_win_2f64c,
                        struct tessera_win_2f64);
};

/* NULL: there are no products of the type; loops in C stand in. */
struct tessera_blas_products {
  const char *name;
  const struct tessera_blas_f32 *f32;
  const struct tessera_blas_f64 *f64;
};

/* The best first. */
extern const struct tessera_blas_products tessera_blas_targets[];
extern const int tessera_blas_targets_size;

#endif
