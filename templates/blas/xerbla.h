/* SPDX-License-Identifier: 0BSD
 * What is called for a wrong argument. A program may bring its own. Ours print and return: the call then does
 * nothing. */
#ifndef TESSERA_BLAS_XERBLA_H
#define TESSERA_BLAS_XERBLA_H

#include <stddef.h>

#include "tessera_blas.h"

TESSERA_BLAS_PUBLIC void xerbla_(const char *routine, const int *position, size_t length);
TESSERA_BLAS_PUBLIC void cblas_xerbla(int position, const char *routine, const char *form, ...);

/* `position` is that of the Fortran call. The reference makes a row-major product into a call with the operands
 * exchanged, and gives to cblas_xerbla the position in that, plus one for the layout; it is on cblas_xerbla to
 * exchange it back. Programs that bring their own rely on it. */
void tessera_blas_refuse_cblas(int position, const char *routine, int is_row_major);

#endif
