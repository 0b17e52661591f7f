/* SPDX-License-Identifier: 0BSD
 * The matrix products of CBLAS and of the Fortran BLAS: C = alpha op(A) op(B) + beta C. */
#ifndef TESSERA_BLAS_H
#define TESSERA_BLAS_H

#include <stddef.h>

#if defined __GNUC__
#define TESSERA_BLAS_PUBLIC __attribute__((visibility("default")))
#else
#define TESSERA_BLAS_PUBLIC
#endif

/* The version, as text and as major * 10000 + minor * 100 + patch. */
#define TESSERA_BLAS_VERSION "TESSERA_RELEASE"
#define TESSERA_BLAS_VERSION_NUMBER TESSERA_RELEASE_NUMBER

/* The types of its products: 1 where the library has the routines, those of float or those of double. */
#define TESSERA_BLAS_HAS_F32 TESSERA_HAS_F32
#define TESSERA_BLAS_HAS_F64 TESSERA_HAS_F64

#ifdef __cplusplus
extern "C" {
#endif

#ifndef CBLAS_H /* A cblas.h, where it is included too, comes first: it declares the same. */
typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;

#if TESSERA_BLAS_HAS_F32
TESSERA_BLAS_PUBLIC void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, int m,
                                     int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                                     float beta, float *c, int ldc);
#endif
#if TESSERA_BLAS_HAS_F64
TESSERA_BLAS_PUBLIC void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, int m,
                                     int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
                                     double beta, double *c, int ldc);
#endif
#endif

/* As Fortran calls them. The lengths of the strings, which it passes after the other arguments, are not looked at. */
#if TESSERA_BLAS_HAS_F32
TESSERA_BLAS_PUBLIC void sgemm_(const char *trans_a, const char *trans_b, const int *m, const int *n, const int *k,
                                const float *alpha, const float *a, const int *lda, const float *b, const int *ldb,
                                const float *beta, float *c, const int *ldc);
#endif
#if TESSERA_BLAS_HAS_F64
TESSERA_BLAS_PUBLIC void dgemm_(const char *trans_a, const char *trans_b, const int *m, const int *n, const int *k,
                                const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                                const double *beta, double *c, const int *ldc);
#endif

/* The hardware library whose products are used on this CPU: "avx2"; "plain" for the loops in C. */
TESSERA_BLAS_PUBLIC const char *tessera_blas_target(void);

/* The version that the library was made with; that of this header is TESSERA_BLAS_VERSION. */
TESSERA_BLAS_PUBLIC const char *tessera_blas_version(void);

#ifdef __cplusplus
}
#endif

#endif
