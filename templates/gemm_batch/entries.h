/* SPDX-License-Identifier: 0BSD
 * TESSERA_STEM_entries.h: C = beta C + the sum over b of A_b B_b, for matrices of any size.
 *
 * All matrices are row-major: `lda` is the distance between the rows of each A_b, which is m by k; `ldb` that of
 * each B_b, k by n; `ldc` that of C, m by n. All distances and offsets count elements, not bytes.
 *
 * C: beta = 0 overwrites it, whatever it held; with beta = 1 the sum is added, and nothing else happens to it; with
 * any other beta it is multiplied first. Where there is nothing to sum (batch = 0 or k = 0), C is only multiplied:
 * beta = 1 leaves it alone to the last bit, and a, b and their arrays may be null. Where C is empty nothing is
 * touched, and it may be null.
 *
 * Overlap: matrices that are read may overlap, and the same may be there more than once. C must not overlap any of
 * them.
 *
 * Wrong arguments: all return 0; or, where an argument is wrong, its place in the call counted from 1, and then
 * nothing was touched. Wrong are, in this order: a size below 0; lda, ldb or ldc below the length of a row or below
 * 1, or rows farther apart than pointers can reach (more than PTRDIFF_MAX bytes from the first element to the last);
 * for a sum that is not empty distances between matrices, or offsets, of which the same holds; a null pointer to
 * what is needed, also in an array.
 *
 * Rounding: the sum is one chain of multiply-adds for each element, in the order of b and in it of k, from zero,
 * whatever the sizes of C; it is then added to C. The arrays are split into runs in which the matrices A_b lie at
 * equal distances, and the matrices B_b too: each run is a chain of its own.
 *
 * They need what TESSERA_STEM_runs_here() asks for, allocate nothing, and may be called from several
 * threads. */
#ifndef TESSERA_STEM_ENTRIES_H
#define TESSERA_STEM_ENTRIES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A_b begins at a + b * stride_a, B_b at b + b * stride_b: distances may be 0 or negative. */
int TESSERA_STEM_strides(int64_t m, int64_t n, int64_t k, int64_t batch,
    const TESSERA_REAL *a, int64_t stride_a, int64_t lda,
    const TESSERA_REAL *b, int64_t stride_b, int64_t ldb,
    TESSERA_REAL beta, TESSERA_REAL *c, int64_t ldc);

/* A_b begins at a[b], B_b at b[b]. */
int TESSERA_STEM_addresses(int64_t m, int64_t n, int64_t k, int64_t batch,
    const TESSERA_REAL *const *a, int64_t lda,
    const TESSERA_REAL *const *b, int64_t ldb,
    TESSERA_REAL beta, TESSERA_REAL *c, int64_t ldc);

/* A_b begins at a + offsets_a[b], B_b at b + offsets_b[b]. */
int TESSERA_STEM_offsets(int64_t m, int64_t n, int64_t k, int64_t batch,
    const TESSERA_REAL *a, const int64_t *offsets_a, int64_t lda,
    const TESSERA_REAL *b, const int64_t *offsets_b, int64_t ldb,
    TESSERA_REAL beta, TESSERA_REAL *c, int64_t ldc);

#ifdef __cplusplus
}
#endif

#endif
