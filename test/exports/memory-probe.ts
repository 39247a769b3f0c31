/**
 * Exports what its arguments name, `stories` or `pictures` and a number, and prints what it took: in a process of its own,
 * whose memory nothing else takes and is soon collected.
 */
import { exportLines, isLines } from '../../shared/surface/export-run/export-lines.ts';
import { copyPages } from '../../shared/surface/export-run/export-page.ts';
import type { ExportReader } from '../../shared/surface/export-run/export-reader.ts';
import { firstPosition, type ExportPosition } from '../../shared/surface/exports/export-store.ts';
import { exportTables } from '../../shared/surface/export-run/export-tables.ts';
import type { ExportFile } from '../../shared/surface/exports/export.ts';

/** The bytes that are in use, once what is not has been collected. */
function bytesInUse(): number {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const TEAM = '01900000-0000-7000-8000-000000000001';
const DESCRIPTION = 'As a customer I want to see what becomes of my request. '.repeat(150);

/** Reads a workspace that has so many stories, each with an entry of history. */
function readerOf(stories: number): ExportReader {
  const page = async ({ id }: { id: string }, { limit = 100 }: { limit?: number }, cursor: string | null) => {
    const empty = { items: [], next: null, resume: 'now' };
    if (id === 'listStoryHistory') return { ...empty, items: [{ id: 'entry', action: 'created' }] };
    if (id !== 'listStories') return empty;
    const from = Number(cursor ?? 0);
    const items = Array.from({ length: Math.min(limit, stories - from) }, (_, n) => ({
      id: String(from + n),
      teamId: TEAM,
      description: `${from + n} ${DESCRIPTION}`,
    }));
    return { ...empty, items, next: from + limit < stories ? String(from + limit) : null };
  };
  return {
    caller: { workspaceId: 'one', teamIds: new Set([TEAM]), scopes: new Set() },
    page,
    reads: () => 0,
    mayRead: () => true,
    resource: async () => undefined,
    all: async () => [],
    read: { getMany: async (keys: unknown[]) => keys.map(() => undefined) },
  } as unknown as ExportReader;
}

const PICTURE = Buffer.alloc(1_048_576, 'picture');

/** Reads a workspace with a portal that has so many pictures, and ideas that have some each, all of a megabyte. */
function readerOfPictures(number: number): ExportReader {
  const sizes: Record<string, number> = {
    listPortals: 1,
    listFeedbackItems: number / 10,
    listPortalImages: number,
    listFeedbackImages: 10,
  };
  const page = async ({ id }: { id: string }, { limit = 100 }: { limit?: number }, cursor: string | null) => {
    const [from, size] = [Number(cursor ?? 0), sizes[id] ?? 0];
    const items = Array.from({ length: Math.min(limit, size - from) }, (_, n) => ({
      id: `${id} ${from + n}`,
    }));
    return { items, next: from + limit < size ? String(from + limit) : null, resume: 'now' };
  };
  return {
    ...readerOf(0),
    page,
    all: async () => [{ id: 'portal' }],
    read: { get: async () => ({ bytes: PICTURE }), getMany: async () => [] },
  } as unknown as ExportReader;
}

/** What came of an export. */
export interface ProbedExport {
  /** The most memory that it takes between two of its runs, in MB. */
  mb: number;
  /** How many stories and entries of their history it has written, and how many pictures of portals and of ideas. */
  resources: number[];
  pictures: number[];
  fileMb: number;
}

async function exportOf(reader: ExportReader): Promise<ProbedExport> {
  const sizes = new Map<string, number>();
  const lines = exportLines({
    read: async (name) => Buffer.alloc(sizes.get(name)!),
    write: async (name, content) => void sizes.set(name, content.byteLength),
  });
  const tables = exportTables(reader, lines, '2026-01-01T00:00:00.000Z');
  let files: ExportFile[] = [];
  let most = 0;
  const before = bytesInUse();
  for (let position: ExportPosition | undefined = firstPosition; position;) {
    position = await copyPages(reader, lines, position, tables);
    most = Math.max(most, bytesInUse() - before);
    files = await lines.write(files);
  }
  const count = (part: string) =>
    files
      .filter(({ name }) => name.startsWith(part) && isLines(name))
      .reduce((sum, { resources }) => sum + resources, 0);
  return {
    mb: most / 1_048_576,
    resources: [count('stories-'), count('story-history-')],
    pictures: [count('portal-images-'), count('feedback-images-')],
    fileMb: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576,
  };
}

const [kind, number] = process.argv.slice(2);
const read = kind === 'stories' ? readerOf : readerOfPictures;
console.log(JSON.stringify(await exportOf(read(Number(number)))));
