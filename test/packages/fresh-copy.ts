import { cpSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** What is made of sources, which a clone does not have. */
const made = ['client/src/generated', 'client/dist', 'cli/dist'].map((name) => resolve(root, name));

/**
 * Copies what the packages are made of into a folder, as a clone of an hour ago that has its dependencies; the service's
 * code is linked.
 */
export function freshCopy(copy: string): void {
  for (const name of ['cli', 'client', 'infra'])
    cpSync(resolve(root, name), join(copy, name), {
      recursive: true,
      filter: (file) => !made.includes(file),
    });
  for (const name of ['shared', 'node_modules', 'package-lock.json', 'package.json', 'LICENSE'])
    symlinkSync(resolve(root, name), join(copy, name));
  for (const name of readdirSync(join(copy, 'cli'), { recursive: true, encoding: 'utf8' }))
    writtenAnHourAgo(join(copy, 'cli', name));
}

export function writtenAnHourAgo(file: string): void {
  const time = new Date(Date.now() - 60 * 60_000);
  utimesSync(file, time, time);
}
