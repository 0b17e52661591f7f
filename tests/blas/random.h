// SPDX-License-Identifier: Apache-2.0
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

// xorshift64: the same on every machine
static uint32_t next_random(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32);
}

#endif
