/* SPDX-License-Identifier: 0BSD */
#define REAL double
#define TYPE f64
#define FORTRAN_GEMM dgemm_
#define FORTRAN_NAME "DGEMM "
#define CBLAS_GEMM cblas_dgemm
#define CBLAS_NAME "cblas_dgemm"
#include "gemm_of_type.h"
