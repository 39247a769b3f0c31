import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packs the TypeScript client, whose built files are in the repository, as npm would publish it. The same files make the same bytes. */
export async function packClient(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-pack-'));
  try {
    for (const name of ['README.md', 'dist', 'package.json', 'python.yaml'])
      await cp(join(root, 'client', name), join(folder, name), { recursive: true });
    await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    // Without the script that builds, which needs packages that `npm start` does not install.
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--offline'], { cwd: folder });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await copyFile(join(folder, filename), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
