// SPDX-License-Identifier: Apache-2.0
// Calls the kernel for sizes around whole vectors, and checks every element and the ones around.
#include <stdio.h>

#ifdef FROM_CPP
#include "scale_add_cpp.h"
#define scale_add cpp_scale_add
#else
#include "scale_add.h"
#endif

enum { LARGEST = 70, GUARD = 16 };

static int wrong(int n) {
  float a[1] = {3}, x[LARGEST], y[LARGEST + GUARD];
  for (int i = 0; i < n; ++i) x[i] = (float)(i % 7);
  for (int i = 0; i < LARGEST + GUARD; ++i) y[i] = (float)i;
  scale_add(n, a, x, y);
  for (int i = 0; i < LARGEST + GUARD; ++i)
    if (y[i] != (float)(i < n ? i + 3 * (i % 7) : i)) return printf("n = %d: y[%d] is %g\n", n, i, y[i]), 1;
  return 0;
}

int main(void) {
  for (int n = 1; n <= LARGEST; ++n)
    if (wrong(n)) return 1;
  printf("%d sizes are right\n", LARGEST);
  return 0;
}
