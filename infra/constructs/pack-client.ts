import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../../client/', import.meta.url));

/** Builds the TypeScript client and packs it as npm would publish it. The same sources make the same bytes. */
export async function packClient(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-pack-'));
  try {
    // Not by npm, which could run it with another Node.js.
    await run(process.execPath, ['build.ts'], { cwd: source });
    const options = ['--json', '--ignore-scripts', '--offline', '--pack-destination', folder];
    const { stdout } = await run('npm', ['pack', ...options], { cwd: source });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await copyFile(join(folder, filename), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
