import { buildSync, stop } from 'esbuild';
import { fileURLToPath } from 'node:url';

let module: URL | undefined;

/**
 * The module that a function's thread runs, as JavaScript in a `data:` URL, bundled once per process. From the
 * TypeScript file, each thread would load Node's compiler again, for 11 MB of memory and 30 ms of computing.
 */
export const workerModule = (): URL => (module ??= bundleWorker());

function bundleWorker(): URL {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./lambda-worker.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  // A thread and a process that would stay until this process ends, with 30 MB.
  void stop();
  return new URL(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`);
}
