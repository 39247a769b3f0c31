import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../cli/core/demo-file.ts';

/** Starts the service of a release with its demo, in a home folder; `stop` ends it as Ctrl-C does. */
export async function startRelease(
  folder: string,
  home: string,
): Promise<{ demo: Demo; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', PLOTLINE_HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const listens = new Promise<void>((resolve, reject) => {
    const look = (chunk: unknown) => {
      output += String(chunk);
      if (output.includes('Plotline listens on')) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The service of ${folder} ended: ${output}`)));
  });
  await listens;
  const demo = JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as Demo;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { demo, stop };
}
