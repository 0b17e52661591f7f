/* SPDX-License-Identifier: 0BSD
 * tessera_cpu.h: does this CPU have a feature, and has the system enabled it? Asked of the CPU (CPUID, XGETBV) or of
 * what the kernel says to each program (getauxval, riscv_hwprobe), never of a file: so it is right in a container
 * without /proc, and under an emulator, whose /proc is that of the machine below. A feature is data: which word is
 * which bit is said by features.def and by the machines.json of hardware libraries. For C11 and C++. */
#ifndef TESSERA_CPU_H
#define TESSERA_CPU_H

#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define TESSERA_CPU_X86 1
#elif defined(_MSC_VER) && defined(_M_X64)
#include <immintrin.h>
#include <intrin.h>
#define TESSERA_CPU_X86 1
#elif (defined(__aarch64__) || defined(__powerpc64__) || defined(__loongarch64)) && defined(__linux__)
#include <sys/auxv.h>
#endif

/* Registers that CPUID writes; none: no bit of CPUID says it. */
enum { TESSERA_NONE, TESSERA_EAX, TESSERA_EBX, TESSERA_ECX, TESSERA_EDX };
/* What the system must save when it switches tasks, as bits of XCR0: nothing of it, registers of 256 bits, or also
 * masks and registers of 512 bits; or tiles. */
enum { TESSERA_ANY = 0, TESSERA_YMM = 0x6, TESSERA_ZMM = 0xe6, TESSERA_TILES = 0x60000 };

struct tessera_cpuid {
  uint32_t leaf, subleaf;
  int in, bit;
  uint64_t state;
};
/* AArch64, POWER, LoongArch: a bit of AT_HWCAP (1) or AT_HWCAP2 (2), or of none (0); and whether each CPU with a system
 * of its own has it, which is the answer where the system is not Linux. */
struct tessera_hwcap {
  int in, bit, is_usual;
};
/* RISC-V: a bit of what riscv_hwprobe says for a key, or of none (0). */
struct tessera_hwprobe {
  int key, bit;
};
struct tessera_cpu_feature {
  const char *name;
  struct tessera_cpuid x86;
  struct tessera_hwcap aarch64, power, loongarch;
  struct tessera_hwprobe riscv;
  int wasm; /* is it in modules for WebAssembly? */
};

#ifdef TESSERA_CPU_X86

/* eax, ebx, ecx, edx; all zero for a leaf that the CPU has not. */
static inline void tessera_cpuid_of(uint32_t leaf, uint32_t subleaf, uint32_t out[4]) {
#ifdef _MSC_VER
  int words[4] = {0, 0, 0, 0};
  __cpuid(words, (int)(leaf & 0x80000000u));
  if ((uint32_t)words[0] < leaf) words[0] = words[1] = words[2] = words[3] = 0;
  else __cpuidex(words, (int)leaf, (int)subleaf);
  for (int i = 0; i < 4; i++) out[i] = (uint32_t)words[i];
#else
  out[0] = out[1] = out[2] = out[3] = 0;
  __get_cpuid_count(leaf, subleaf, &out[0], &out[1], &out[2], &out[3]);
#endif
}

/* Which registers the system saves; none of the long ones where it does not let programs ask. */
static inline uint64_t tessera_saved_registers(void) {
  uint32_t words[4];
  tessera_cpuid_of(1, 0, words);
  if (!(words[2] >> 27 & 1)) return 0; /* OSXSAVE: without it XGETBV is an illegal instruction */
#ifdef _MSC_VER
  return _xgetbv(0);
#else
  uint32_t low, high;
  __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0)); /* xgetbv, also for old assemblers */
  return (uint64_t)high << 32 | low;
#endif
}

/* A process must ask Linux for leave to use tiles: arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA), for which C
 * libraries have no function (Documentation/arch/x86/xstate.rst). */
static inline int tessera_may_use_tiles(void) {
#if defined(__x86_64__) && defined(__linux__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(158L), "D"(0x1023L), "S"(18L) : "rcx", "r11", "memory");
  return result == 0;
#else
  return 0;
#endif
}

static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) {
  uint32_t words[4];
  if (f->x86.in == TESSERA_NONE) return 0;
  tessera_cpuid_of(f->x86.leaf, f->x86.subleaf, words);
  if (!(words[f->x86.in - TESSERA_EAX] >> f->x86.bit & 1)) return 0;
  if (f->x86.state == TESSERA_ANY) return 1;
  if ((tessera_saved_registers() & f->x86.state) != f->x86.state) return 0;
  return (f->x86.state & TESSERA_TILES) == 0 || tessera_may_use_tiles();
}

#elif (defined(__aarch64__) || defined(__powerpc64__) || defined(__loongarch64)) && defined(__linux__)

static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) {
  const unsigned long at_hwcap = 16, at_hwcap2 = 26; /* AT_HWCAP, AT_HWCAP2 */
#ifdef __powerpc64__
  const struct tessera_hwcap asked = f->power;
#elif defined(__loongarch64)
  const struct tessera_hwcap asked = f->loongarch;
#else
  const struct tessera_hwcap asked = f->aarch64;
#endif
  if (asked.in == 0) return 0;
  return (int)((uint64_t)getauxval(asked.in == 1 ? at_hwcap : at_hwcap2) >> asked.bit & 1);
}

#elif defined(__riscv) && defined(__linux__)

/* Of all CPUs of the system. An older kernel has no such call, and the answer is no. By number, as C libraries may have
 * no function for it: riscv_hwprobe(pairs, how many, size of a set of CPUs, the set, flags). */
static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) {
  struct { int64_t key; uint64_t value; } asked = {f->riscv.key, 0};
  if (f->riscv.key == 0) return 0;
  register long a0 __asm__("a0") = (long)&asked;
  register long a1 __asm__("a1") = 1;
  register long a2 __asm__("a2") = 0;
  register long a3 __asm__("a3") = 0;
  register long a4 __asm__("a4") = 0;
  register long a7 __asm__("a7") = 258;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a7) : "memory");
  return a0 == 0 && asked.key == f->riscv.key && (asked.value >> f->riscv.bit & 1);
}

#elif defined(__aarch64__) || defined(_M_ARM64)

static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) {
  return f->aarch64.in != 0 && f->aarch64.is_usual;
}

#elif defined(__wasm__)

/* An engine refuses a module with instructions that it lacks before anything of it runs. */
static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) { return f->wasm; }

#else

static inline int tessera_cpu_has(const struct tessera_cpu_feature *f) { /* nobody to ask */
  (void)f;
  return 0;
}

#endif

static inline int tessera_cpu_has_all(const struct tessera_cpu_feature *features, int count) {
  for (int i = 0; i < count; i++)
    if (!tessera_cpu_has(&features[i])) return 0;
  return 1;
}

#endif
