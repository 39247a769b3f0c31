import { createReadStream, existsSync, openSync, readFileSync, readSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportedLine } from '../export/export-folder.ts';
import { uuid } from '../../shared/kernel/core/schema.ts';
import { CommandError } from '../core/command-error.ts';
import { openSqlite } from '../core/sqlite.ts';
import { exceedsDepth } from '../import/json-depth.ts';

/** The version of exports that can be read. */
const VERSION = 1;

const LINE_FEED = 10;

/** Far more than any resource has: a longer line is of no export. */
const LINE_MAX_BYTES = 4 * 1024 * 1024;

/** Whether a path is the folder of an export. */
export const isExport = (folder: string): boolean => existsSync(join(folder, 'manifest.json'));

export interface Manifest {
  format: string;
  version: number;
  exportId: string;
  workspaceId: string;
  leftOut: string[];
  counts: Record<string, number>;
}

/**
 * The resources of an export in the order in which they were made, which that of their ids is: of each, only the place in
 * its file is remembered. Throws a CommandError for a folder that is not a whole export.
 */
export function openExportSource(folder: string) {
  const manifest = readManifest(folder);
  const index = openSqlite('');
  index.exec(
    'CREATE TABLE line (kind TEXT, id TEXT, start INTEGER, bytes INTEGER, PRIMARY KEY (kind, id)) WITHOUT ROWID',
  );
  const add = index.prepare('INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?)');
  const count = index.prepare('SELECT count(*) AS number FROM line WHERE kind = ?');
  const present = index.prepare('SELECT 1 FROM line WHERE kind = ? AND id = ?');
  const placeOf = index.prepare('SELECT start, bytes FROM line WHERE kind = ? AND id = ?');
  const ordered = index.prepare('SELECT start, bytes FROM line WHERE kind = ? ORDER BY id');
  return {
    manifest,
    folder,
    /** Reads where the resources of a kind are; `look` is given each. */
    async load(kind: string, idOf: (line: ExportedLine) => string, look?: (line: ExportedLine) => void) {
      const file = join(folder, `${kind}.jsonl`);
      if (!existsSync(file)) return;
      index.exec('BEGIN');
      for await (const { text, start } of linesOf(file)) {
        const line = parse(text, file);
        add.run(kind, idOf(line), start, text.byteLength);
        look?.(line);
      }
      index.exec('COMMIT');
    },
    has: (kind: string, id: string): boolean => present.get(kind, id) !== undefined,
    /** A single resource; undefined if the export does not have it. */
    find(kind: string, id: string): ExportedLine | undefined {
      const place = placeOf.get(kind, id);
      if (!place) return undefined;
      const file = openSync(join(folder, `${kind}.jsonl`), 'r');
      try {
        return lineAt(file, place as unknown as LinePlace);
      } finally {
        closeSync(file);
      }
    },
    count: (kind: string): number => count.get(kind)!['number'] as number,
    *lines(kind: string): Generator<ExportedLine> {
      const path = join(folder, `${kind}.jsonl`);
      if (!existsSync(path)) return;
      const file = openSync(path, 'r');
      try {
        for (const place of ordered.iterate(kind)) yield lineAt(file, place as unknown as LinePlace);
      } finally {
        closeSync(file);
      }
    },
    close: (): void => index.close(),
  };
}

/** Where a line is in its file, in bytes. */
interface LinePlace {
  start: number;
  bytes: number;
}

function lineAt(file: number, { start, bytes }: LinePlace): ExportedLine {
  const buffer = Buffer.alloc(bytes);
  readSync(file, buffer, 0, bytes, start);
  return JSON.parse(buffer.toString()) as ExportedLine;
}

export type ExportSource = ReturnType<typeof openExportSource>;

function readManifest(folder: string): Manifest {
  let manifest: Manifest | undefined;
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    // Reported below, like a manifest of something else.
  }
  if (manifest?.format !== 'plotline-export' || typeof manifest.counts !== 'object')
    throw new CommandError(`${folder} is not a whole export: run plotline export ${folder} first.`);
  if (manifest.version !== VERSION)
    throw new CommandError(
      `${folder} has an export of version ${manifest.version}; this command reads ${VERSION}.`,
    );
  return manifest;
}

/** A resource of a file. Its id becomes part of paths and of the names of files. */
function parse(text: Buffer, file: string): ExportedLine {
  try {
    const line = JSON.parse(text.toString()) as ExportedLine | null;
    if (line !== null && uuid().safeParse(line.id).success && !exceedsDepth(line)) return line;
  } catch {
    // Reported below, like a line that is no resource.
  }
  throw damaged(file);
}

const damaged = (file: string) => new CommandError(`${file} is damaged: run plotline export again.`);

/** The lines of a file with their places, in bytes. */
async function* linesOf(file: string): AsyncGenerator<{ text: Buffer; start: number }> {
  let rest = Buffer.alloc(0);
  let start = 0;
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let end: number; (end = rest.indexOf(LINE_FEED, from)) >= 0; from = end + 1)
      if (end > from) yield { text: rest.subarray(from, end), start: start + from };
    start += from;
    rest = rest.subarray(from);
    if (rest.length > LINE_MAX_BYTES) throw damaged(file);
  }
  if (rest.length > 0) yield { text: rest, start };
}
