import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportFile } from '../../shared/surface/exports/export.ts';
import { CommandError } from '../core/command-error.ts';
import { makeFolder, makeOwnFolder } from '../core/make-folder.ts';
import { keepOwnFile, makeOwnFile } from '../core/own-file.ts';
import { openSqlite } from '../core/sqlite.ts';

/** What an export that is not complete in a folder is continued from. */
const STATE = '.plotline-export.json';
/** Where files are until all of a kind are there. */
const PARTS = '.parts';
const MANIFEST = 'manifest.json';
/** A database, for its lock: the system releases it however a command ends. */
const LOCK = '.plotline-export.lock';

interface ExportState {
  baseUrl: string;
  workspaceId: string;
  exportId: string;
  /** The codes of the teams that were asked for; all without them. */
  teams?: readonly string[] | undefined;
  /** Whether it has tables for spreadsheets. */
  csv?: boolean;
}

/** A resource as the API returns it. */
export type ExportedLine = Record<string, unknown> & { id: string };

/**
 * The folder of an export. Each file is replaced as a whole. Throws a CommandError for a folder with files that are not of
 * an export.
 */
export function openExportFolder(folder: string) {
  makeFolder(folder);
  const at = (...names: string[]): string => join(folder, ...names);
  const isOurs = existsSync(at(STATE)) || isManifest(at(MANIFEST));
  if (!isOurs && readdirSync(folder).some((name) => !name.startsWith(LOCK)))
    throw new CommandError(`${folder} has other files; use an empty folder.`);
  makeOwnFolder(folder);
  const replace = (path: string, text: string): void => {
    makeOwnFile(`${path}.tmp`);
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  };
  return {
    /** Keeps other commands out of the folder until the returned function is called. Throws a CommandError if one is in it. */
    lock(): () => void {
      keepOwnFile(at(LOCK));
      const lock = openSqlite(at(LOCK));
      try {
        lock.exec('BEGIN EXCLUSIVE');
      } catch {
        lock.close();
        throw new CommandError(`Another export into ${folder} is running.`);
      }
      return () => {
        lock.close();
        rmSync(at(LOCK), { force: true });
      };
    },
    readState: (): ExportState | undefined =>
      existsSync(at(STATE)) ? (JSON.parse(readFileSync(at(STATE), 'utf8')) as ExportState) : undefined,
    begin(state: ExportState): void {
      rmSync(at(PARTS), { recursive: true, force: true });
      replace(at(STATE), JSON.stringify(state));
    },
    /** Whether a file of the export is already there, whole. */
    async hasPart({ name, bytes, sha256 }: ExportFile): Promise<boolean> {
      const path = at(PARTS, name);
      if (!existsSync(path) || statSync(path).size !== bytes) return false;
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      return hash.digest('hex') === sha256;
    },
    /** Where a file of the export is put. */
    partPath(name: string): string {
      makeOwnFolder(at(PARTS));
      return at(PARTS, name);
    },
    /** Puts the files of each kind together, in place of all those of an earlier export. */
    async join(files: readonly ExportFile[]): Promise<void> {
      const kept = new Set(files.map(({ name }) => kindOf(name)));
      const earlier = readdirSync(folder).filter((name) => /^[a-z-]+\.(jsonl|csv)(\.tmp)?$/.test(name));
      for (const name of earlier) if (!kept.has(name)) rmSync(at(name));
      for (const [kind, some] of Map.groupBy(files, ({ name }) => kindOf(name))) {
        const path = at(kind);
        makeOwnFile(`${path}.tmp`);
        const target = createWriteStream(`${path}.tmp`);
        for (const [position, { name }] of some.entries())
          await pipeline(
            createReadStream(at(PARTS, name)),
            position > 0 && kind.endsWith('.csv') ? withoutHeading : whole,
            target,
            { end: false },
          );
        await new Promise<void>((resolve, reject) =>
          target.end((error?: Error | null) => (error ? reject(error) : resolve())),
        );
        renameSync(`${path}.tmp`, path);
      }
    },
    /** The lines of a kind, one at a time; none if the export has none. */
    async *lines(kind: string): AsyncGenerator<ExportedLine> {
      const path = at(`${kind}.jsonl`);
      if (!existsSync(path)) return;
      for await (const line of linesOf(createReadStream(path, 'utf8')))
        if (line !== '') yield JSON.parse(line) as ExportedLine;
    },
    hasFile(name: string, bytes: number): boolean {
      const path = at('files', name);
      const isThere = existsSync(path) && statSync(path).size === bytes;
      if (isThere) keepOwnFile(path);
      return isThere;
    },
    /** Stores bytes under a name once `write` has written all of them to the path that it is given. */
    async storeFile(name: string, write: (path: string) => Promise<unknown>): Promise<void> {
      makeOwnFolder(at('files'));
      await write(at('files', `${name}.tmp`));
      renameSync(at('files', `${name}.tmp`), at('files', name));
    },
    /** Forgets what only an export that is not complete needs. */
    end(): void {
      rmSync(at(PARTS), { recursive: true, force: true });
      rmSync(at(STATE), { force: true });
    },
  };
}

export type ExportFolder = ReturnType<typeof openExportFolder>;

/** Lines end with a line feed alone: texts may have other separators of lines in them. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}

/** Whether a file is the manifest of an export, and not that of something else. */
function isManifest(path: string): boolean {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { format?: unknown }).format === 'plotline-export';
  } catch {
    return false;
  }
}

/** The file that a part of it belongs to: `stories.jsonl` of `stories-0002.jsonl`. */
const kindOf = (name: string): string => name.replace(/-\d+(?=\.\w+$)/, '');

async function* whole(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** What comes after the first line, which each part of a table has. */
async function* withoutHeading(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isHeading = true;
  for await (const chunk of chunks) {
    const end = isHeading ? chunk.indexOf(LINE_FEED) : -1;
    if (!isHeading) yield chunk;
    else if (end >= 0) {
      isHeading = false;
      yield chunk.subarray(end + 1);
    }
  }
}

const LINE_FEED = 10;
