#ifndef TESSERA_BLAS_ARGUMENTS_H
#define TESSERA_BLAS_ARGUMENTS_H

/* What says whether a product as Fortran asks for it makes sense. */
struct tessera_blas_arguments {
  int trans_a, trans_b; /* 0 or 1; TESSERA_BLAS_UNKNOWN for another word */
  int m, n, k, lda, ldb, ldc;
  int lacks_a, lacks_b, lacks_c; /* a null pointer to an operand that is needed */
};

enum { TESSERA_BLAS_UNKNOWN = -1 };

/* The conjugate of a real number is itself. */
int tessera_blas_trans_of_letter(char letter);
int tessera_blas_trans_of_cblas(int word);

/* The first argument that is wrong, by its place in a call of the Fortran routine; 0: all are right. */
int tessera_blas_wrong_argument(const struct tessera_blas_arguments *given);

#endif
