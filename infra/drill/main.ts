/** `npm run drill`: a restore drill on this machine; the exit code is 1 if anything is lost or differs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderTable } from '../../cli/core/output.ts';
import { synthesize } from '../local/template/synth.ts';
import { drill } from './drill.ts';

const USAGE = `npm run drill

Starts a service, loses its table, restores the export of it into another one, and compares both. It takes half a
minute, and leaves nothing behind.
`;

if (process.argv.length > 2) {
  process.stdout.write(USAGE);
  process.exit(process.argv[2] === '--help' ? 0 : 1);
}
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(join(tmpdir(), 'plotline-drill-'));
try {
  const findings = await drill(await synthesize(root), folder);
  const rows = findings.map(({ what, found, holds }) => [what, found, holds ? 'the same' : 'DIFFERS']);
  process.stdout.write(`${renderTable(['After the restore', 'found', 'verdict'], rows)}\n`);
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
