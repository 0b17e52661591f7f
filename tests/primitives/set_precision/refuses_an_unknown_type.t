def p(n: size, A: R[n] @ DRAM):
    A[0] = 1.0
---- schedule
p = set_precision(p, 'A', 'f31')
---- expect error set_precision.R1
'f31' is not a data type
