// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "roots.h"
#include "scale.h"

int main(void) {
  float x[6] = {0.5f, 2, 4.5f, 8, 12.5f, 18}, y[6];
  my_scale(6, x);
  roots(6, x, y);
  for (int i = 0; i < 6; ++i)
    if (y[i] != (float)(i + 1)) return printf("y[%d] is %g\n", i, y[i]), 1;
  return 0;
}
