/* SPDX-License-Identifier: 0BSD
 * What the C of @NAME@'s instructions needs. It is copied beside each kernel.
 *
 * Yours: your compiler's header, and its type of a register in place of this one, which gcc and clang have for every
 * CPU. It must read in C as in `@NAME@_@TYPE@ x[2][3];`. */
#ifndef @MEMORY@_H
#define @MEMORY@_H

#include <stdint.h>
#include <string.h>

typedef @CTYPE@ @NAME@_@TYPE@ __attribute__((vector_size(@BYTES@)));

#endif
