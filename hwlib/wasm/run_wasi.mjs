// SPDX-License-Identifier: 0BSD
// node run_wasi.mjs PROGRAM [ARGUMENT...]: runs a WebAssembly program for WASI with the three standard streams and no files, and ends with its status.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const words = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: words, returnOnExit: true });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
const { instance } = await WebAssembly.instantiate(readFileSync(words[0]), imports);
process.exitCode = wasi.start(instance);
