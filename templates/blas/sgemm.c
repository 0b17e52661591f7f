/* SPDX-License-Identifier: 0BSD */
#define REAL float
#define TYPE f32
#define FORTRAN_GEMM sgemm_
#define FORTRAN_NAME "SGEMM "
#define CBLAS_GEMM cblas_sgemm
#define CBLAS_NAME "cblas_sgemm"
#include "gemm_of_type.h"
