/* Runs a micro-kernel C[NR][MR] += Ac[KC][MR] * Bc[KC][NR] on small integers, exact in f32, for several KC, and compares every
 * element with plain loops. Compiled with -DKERNEL=name -DMR=… -DNR=… -DHEADER="…". */
#include HEADER
#include <stdio.h>
#include <stdlib.h>

static float small(void) { return (float)(rand() % 9 - 4); }

int main(void) {
  static const int lengths[] = {1, 2, 3, 7, 64, 333};
  for (unsigned t = 0; t < sizeof lengths / sizeof *lengths; t++) {
    int KC = lengths[t];
    float *A = malloc(sizeof(float) * (size_t)KC * MR), *B = malloc(sizeof(float) * (size_t)KC * NR);
    float C[NR * MR], expected[NR * MR], one = 1.0f;
    for (int i = 0; i < KC * MR; i++) A[i] = small();
    for (int i = 0; i < KC * NR; i++) B[i] = small();
    for (int i = 0; i < NR * MR; i++) expected[i] = C[i] = small();
    for (int k = 0; k < KC; k++)
      for (int j = 0; j < NR; j++)
        for (int i = 0; i < MR; i++) expected[j * MR + i] += A[k * MR + i] * B[k * NR + j];
    KERNEL(KC, &one, A, B, &one, C);
    for (int i = 0; i < NR * MR; i++)
      if (C[i] != expected[i]) {
        printf("KC = %d: C[%d, %d] is %g, expected %g\n", KC, i / MR, i % MR, C[i], expected[i]);
        return 1;
      }
    free(A);
    free(B);
  }
  printf("every element right for all lengths\n");
  return 0;
}
