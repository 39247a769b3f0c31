/** Imports the module that is named on the command line; prints how long it took, or with `files` what it read. */
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Probe } from './bundles.ts';

const [, , module = '', wanted] = process.argv;
const probe: Probe = { ms: 0, files: [] };
if (wanted === 'files') {
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) probe.files.push(fileURLToPath(url));
      return next(url, context);
    },
  });
}
const { href } = pathToFileURL(module);
const startedAt = performance.now();
await import(href);
probe.ms = performance.now() - startedAt;
process.stdout.write(JSON.stringify(probe));
