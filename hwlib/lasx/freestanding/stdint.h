// SPDX-License-Identifier: 0BSD
/* Clang's own, whose largest ui8 and ui16 are unsigned: the standard has them as int, into which they fit. */
#ifndef TESSERA_BARE_STDINT_H
#define TESSERA_BARE_STDINT_H
#include_next <stdint.h>
#undef UINT8_MAX
#undef UINT16_MAX
#define UINT8_MAX 255
#define UINT16_MAX 65535
#endif
