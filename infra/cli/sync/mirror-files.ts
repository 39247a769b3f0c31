import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../core/command-error.ts';
import { kindNames, kindOf, type KindName, type Resource } from './kinds.ts';

/** How far a mirror has come. */
export interface SyncState {
  /** Whose view of which workspace it is. */
  baseUrl: string;
  workspaceId: string;
  principalId: string;
  /** Where the feed continues. */
  cursor: string;
  /** While everything is listed: the parts that are done. */
  listed?: string[];
}

const STATE_FILE = '.plotline-sync.json';
/** Relations with a story that is not in the mirror, such as one that is about to be told. */
const WAITING_FILE = '.waiting-relations.jsonl';

const fileOf = (kind: KindName): string => `${kindOf(kind).file}.jsonl`;

/**
 * The files of a mirror. Each is replaced as a whole, so that readers and a process that is killed never leave half of
 * one; the state is written last, so what is in the files is never older than the state says.
 */
export function openFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  const statePath = join(folder, STATE_FILE);
  const files = kindNames.map(fileOf);
  if (!existsSync(statePath)) {
    const foreign = readdirSync(folder).find((name) => files.includes(name));
    if (foreign !== undefined) {
      throw new CommandError(
        `${folder} has a ${foreign} that is not from plotline sync; use another folder.`,
      );
    }
  }
  const replace = (name: string, text: string): void => {
    const path = join(folder, name);
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  };
  const lines = (resources: Iterable<Resource>): string =>
    [...resources].map((resource) => `${JSON.stringify(resource)}\n`).join('');
  const readLines = (name: string): Resource[] => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    const all = readFileSync(path, 'utf8').split('\n');
    return all.filter((line) => line !== '').map((line) => JSON.parse(line) as Resource);
  };
  return {
    readState: (): SyncState | undefined =>
      existsSync(statePath) ? (JSON.parse(readFileSync(statePath, 'utf8')) as SyncState) : undefined,
    writeState: (state: SyncState): void => replace(STATE_FILE, `${JSON.stringify(state, null, 2)}\n`),
    read: (kind: KindName): Resource[] => readLines(fileOf(kind)),
    write: (kind: KindName, resources: Iterable<Resource>): void => replace(fileOf(kind), lines(resources)),
    readWaiting: (): Resource[] => readLines(WAITING_FILE),
    writeWaiting: (resources: readonly Resource[]): void =>
      resources.length > 0
        ? replace(WAITING_FILE, lines(resources))
        : rmSync(join(folder, WAITING_FILE), { force: true }),
  };
}

export type MirrorFiles = ReturnType<typeof openFiles>;
