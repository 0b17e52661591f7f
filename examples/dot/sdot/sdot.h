/* SPDX-License-Identifier: 0BSD
 * Four bytes from any address. */
#ifndef SDOT_H
#define SDOT_H
#include <stdint.h>
#include <string.h>
static inline int32_t sdot_word(const int8_t *bytes) {
  int32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}
#endif
