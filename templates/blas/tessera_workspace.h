/* SPDX-License-Identifier: 0BSD
 * Memory for the packed operands of a product, taken and given back like a stack: what was taken last is given
 * first. */
#ifndef TESSERA_WORKSPACE_H
#define TESSERA_WORKSPACE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room for so many bytes, aligned to 64, of the calling thread. What was given is kept for the next to take, until the
 * thread ends. Never NULL: when there is no memory, a message is printed and the program is aborted. */
void *tessera_workspace_take(size_t bytes);

/* Gives back what this thread took last; anything else is a mistake that aborts the program. */
void tessera_workspace_give(void *taken);

#ifdef __cplusplus
}
#endif

#endif
