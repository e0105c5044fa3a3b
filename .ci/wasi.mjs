// Runs a program for WASI, such as a test compiled for wasm32-wasip1: node .ci/wasi.mjs PROGRAM [ARGUMENTS]
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: process.env, returnOnExit: true });
const program = await WebAssembly.compile(readFileSync(process.argv[2]));
process.exit(wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject())));
