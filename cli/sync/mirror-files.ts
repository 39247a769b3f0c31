import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../core/command-error.ts';
import { makeFolder, makeOwnFolder } from '../core/make-folder.ts';
import { keepOwnFile, makeOwnFile } from '../core/own-file.ts';
import { pathOf } from '../../shared/kernel/noun/define-noun.ts';
import { kindOf, kinds, type KindName } from './kinds.ts';

const STORE_FILE = '.plotline-sync.db';

/** Characters of a file written at once. */
const CHUNK_CHARACTERS = 256 * 1024;

const fileOf = (kind: KindName): string => `${pathOf(kindOf(kind))}.jsonl`;

/**
 * The folder of a mirror. Each file is replaced as a whole, so that readers and a process that is killed never leave half
 * of one. Throws a CommandError for a folder with such files of another origin.
 */
export function openFolder(folder: string) {
  makeFolder(folder);
  const storePath = join(folder, STORE_FILE);
  const files = kinds.map(({ name }) => fileOf(name));
  if (!existsSync(storePath)) {
    const foreign = readdirSync(folder).find((name) => files.includes(name));
    if (foreign !== undefined) {
      throw new CommandError(
        `${folder} has a ${foreign} that is not from plotline sync; use another folder.`,
      );
    }
  }
  // One that has other files, too, may be for others.
  if (readdirSync(folder).every((name) => name.startsWith(STORE_FILE) || isOurs(name, files)))
    makeOwnFolder(folder);
  for (const path of files.map((name) => join(folder, name))) {
    if (existsSync(path)) keepOwnFile(path);
    // Left by a process that was killed.
    rmSync(`${path}.tmp`, { force: true });
  }
  return {
    storePath,
    write(kind: KindName, lines: Iterable<string>): void {
      const path = join(folder, fileOf(kind));
      makeOwnFile(`${path}.tmp`);
      const file = openSync(`${path}.tmp`, 'w');
      let text = '';
      for (const line of lines) {
        text += `${line}\n`;
        if (text.length < CHUNK_CHARACTERS) continue;
        writeSync(file, text);
        text = '';
      }
      writeSync(file, text);
      closeSync(file);
      renameSync(`${path}.tmp`, path);
    },
  };
}

const isOurs = (name: string, files: readonly string[]): boolean =>
  files.includes(name.replace(/\.tmp$/, ''));

export type MirrorFolder = ReturnType<typeof openFolder>;
