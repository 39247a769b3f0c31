import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds and packs the TypeScript client as npm would publish it. The same files make the same bytes. */
export async function packClient(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-pack-'));
  try {
    await run(process.execPath, [join(root, 'client/build.ts'), join(folder, 'dist')]);
    for (const name of ['README.md', 'package.json', 'python.yaml'])
      await copyFile(join(root, 'client', name), join(folder, name));
    await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    // Without the script that builds, which the folder does not have.
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--offline'], { cwd: folder });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await copyFile(join(folder, filename), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
