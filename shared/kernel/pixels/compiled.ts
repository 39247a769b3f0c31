import { readPackagedFile, type PackagedFile } from './packaged-file.ts';

/** Node.js has it, and its types lack it. */
const { WebAssembly: engine } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Uint8Array) => WebAssembly.Module };
};

/** A WebAssembly module of a package. */
export const compiled = (name: PackagedFile): WebAssembly.Module => new engine.Module(readPackagedFile(name));
