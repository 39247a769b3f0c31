#!/usr/bin/env node
/**
 * The command `plotline` in a clone. Plain JavaScript for Node.js 20 and later: installs missing dependencies, and runs the
 * bundle of the command line or, for operators and while its sources change, main.ts on Node.js 24, using the installed copy
 * if the current Node.js is older.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';
import { currentBundle } from './current-bundle.mjs';

const NODE_MAJOR = 24;
const folder = dirname(fileURLToPath(import.meta.url));
const root = resolve(folder, '..');
const main = join(folder, 'main.ts');
// Compiled once, not on each start. Not in the system's temporary folder, where others could write.
const compileCache = join(root, 'node_modules/.cache/plotline');

if (!existsSync(join(root, 'node_modules'))) {
  const setup = spawnSync(process.execPath, [join(root, 'infra/local/setup.mjs'), '--omit=dev'], {
    // npm's output must not mix with the output of the command.
    stdio: ['inherit', 2, 'inherit'],
  });
  if (setup.status !== 0) process.exit(setup.status ?? 1);
}

const isCurrentNode = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
const ownNode = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
module.enableCompileCache?.(compileCache);
// What a bundle imports came with Node.js 20.12.
const bundle = 'styleText' in util ? currentBundle(isCurrentNode ? process.execPath : ownNode) : undefined;
if (bundle === undefined) await runSources();
else {
  globalThis[Symbol.for('plotline.sources')] = runSources;
  await import(pathToFileURL(join(bundle, 'main.js')).href);
}

async function runSources() {
  if (isCurrentNode) await import('./main.ts');
  else runOnOwnNode();
}

function runOnOwnNode() {
  if (!existsSync(ownNode)) {
    console.error(
      `Plotline requires Node.js ${NODE_MAJOR}; this is ${process.versions.node}: install Node.js ${NODE_MAJOR}, or run npm start once.`,
    );
    process.exit(1);
  }
  const child = spawn(ownNode, [main, ...process.argv.slice(2)], {
    // The channel notifies the command when this process ends, so that a killed command does not keep
    // running.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    shell: process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
