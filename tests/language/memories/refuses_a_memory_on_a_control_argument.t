def p(n: size @ DRAM):
    pass
---- expect error type
:1:
