// SPDX-License-Identifier: Apache-2.0
// Node.js before 21 has relaxed SIMD by a flag of V8, which later ones do not know.
import { setFlagsFromString } from 'node:v8';

if (Number(process.versions.node.split('.')[0]) < 21) setFlagsFromString('--experimental-wasm-relaxed-simd');
await import('../wasm/run_wasi.mjs');
