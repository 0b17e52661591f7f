// SPDX-License-Identifier: Apache-2.0
/* BLIS's matrix product in a context of our own; what check.c and the measuring program call. */
#ifndef TESSERA_BENCH_BLIS_PRODUCT_H
#define TESSERA_BENCH_BLIS_PRODUCT_H

#include <blis.h>

/* bli_sgemm on one thread in this library's context. Without the path for small matrices, which would go round the
 * microkernel. */
void product_sgemm(trans_t transa, trans_t transb, dim_t m, dim_t n, dim_t k, float alpha, const float *a, inc_t rs_a,
                   inc_t cs_a, const float *b, inc_t rs_b, inc_t cs_b, float beta, float *c, inc_t rs_c, inc_t cs_c);

/* Its context: block sizes, and which storage of C the microkernel prefers. */
cntx_t *product_context(void);

/* How often BLIS called the microkernel that was put into the context; 0 where none was. */
int64_t product_microkernel_calls(void);

#endif
