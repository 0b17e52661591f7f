/* SPDX-License-Identifier: 0BSD
 * A register of Arm's SVE on a machine whose vectors have 256 bits. */
#ifndef SVE256_H
#define SVE256_H
#include <arm_sve.h>
typedef svfloat32_t sve256_f32 __attribute__((arm_sve_vector_bits(256)));
#endif
