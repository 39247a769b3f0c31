/** `npm run drill`: drills on this machine; the exit code is 1 if anything is lost or differs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderTable } from '../../cli/core/output.ts';
import { synthesize } from '../local/template/synth.ts';
import { drill, type Finding } from './drill.ts';
import { releaseDrill } from './release-drill.ts';

const USAGE = `npm run drill -- [release COMMIT]

Starts a service, loses its table, restores the export of it into another one, and compares both. It takes half a
minute, and leaves nothing behind.

  release COMMIT   instead upgrades from a commit, such as the tag of the release before, to this code, and rolls
                   back; then the other way round. What one release has written, the other has to read.
`;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const [subject, commit, ...others] = process.argv.slice(2);
const isRelease = subject === 'release' && commit !== undefined && others.length === 0;
if (subject !== undefined && !isRelease) {
  process.stdout.write(USAGE);
  process.exit(subject === '--help' ? 0 : 1);
}
const folder = mkdtempSync(join(tmpdir(), 'plotline-drill-'));
try {
  const findings = isRelease ? await withRelease(commit) : await drill(await synthesize(root), folder);
  const rows = findings.map(({ what, found, holds }) => [what, found, holds ? 'as expected' : 'DIFFERS']);
  const title = isRelease ? 'After each change of release' : 'After the restore';
  process.stdout.write(`${renderTable([title, 'found', 'verdict'], rows)}\n`);
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Drills with the code of a commit in a folder of its own, which has the packages that are installed here. */
async function withRelease(of: string): Promise<Finding[]> {
  const earlier = join(folder, 'earlier');
  mkdirSync(earlier);
  run('git', 'archive', '--output', join(folder, 'earlier.tar'), of);
  run('tar', '-xf', join(folder, 'earlier.tar'), '-C', earlier);
  symlinkSync(join(root, 'node_modules'), join(earlier, 'node_modules'));
  const [before, now] = [
    { name: of, folder: earlier },
    { name: 'this code', folder: root },
  ];
  return [
    ...(await releaseDrill(before, now, join(folder, 'upgraded'))),
    ...(await releaseDrill(now, before, join(folder, 'rolled-back'))),
  ];
}

function run(command: string, ...parameters: string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed.`);
}
