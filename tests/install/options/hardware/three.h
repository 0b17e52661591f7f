// SPDX-License-Identifier: Apache-2.0
static inline void double_three(float *x) { x[0] *= 2, x[1] *= 2, x[2] *= 2; }
