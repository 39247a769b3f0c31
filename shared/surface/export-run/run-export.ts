import { nextTimestamp } from '../../kernel/core/clock.ts';
import { optionalEnv } from '../../kernel/core/env.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { getStoryCounts } from '../../identity/team/team-store.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { readExportFile, writeFile } from '../exports/export-files.ts';
import { describe, exportLines, isLines, partOf } from './export-lines.ts';
import { percentOf } from './export-percent.ts';
import { copyPages, unreadableParts } from './export-page.ts';
import { exportParts } from './export-parts.ts';
import { callerOfExport, exportReader } from './export-reader.ts';
import { leftOutOfExports } from './export-left-out.ts';
import { readSettings, unreadableSettings } from './export-settings.ts';
import { getExportItem, progressOf, replaceExport, toExport } from '../exports/export-store.ts';
import { exportTables } from './export-tables.ts';
import type { Export, ExportFile } from '../exports/export.ts';

/** How long an export may take, in milliseconds; one that takes longer meets the same error again and again. */
const DURATION_MAX_MS = 3 * 24 * 60 * 60 * 1_000;

/**
 * Copies some pages of an export into files. A run that is interrupted is repeated from where the last one ended, and
 * writes the same files again. Returns when to go on; undefined at the end.
 */
export async function runExport(context: JobContext, id: string): Promise<Date | undefined> {
  const { database, now } = context;
  const read = createReader(database);
  const item = await getExportItem(read, id);
  const made = item && toExport(item);
  if (made?.state !== 'running') return undefined;
  const { scopes, position: begun, teamIds: copiedBefore } = progressOf(item!);
  const caller = await callerOfExport(read, made, scopes);
  const teamIds = [...new Set([...copiedBefore, ...(caller?.teamIds ?? [])])];
  const store = (next: Export, position = begun) =>
    tryCommit(database, [replaceExport(next, { position, scopes, teamIds }, made, writeConflict)]);
  const updatedAt = nextTimestamp(now, made.updatedAt);
  const isLate = now.getTime() - Date.parse(made.createdAt) > DURATION_MAX_MS;
  if (!caller || isLate) {
    const problem = caller ? TOOK_TOO_LONG : NO_LONGER_ADMIN;
    await store({ ...made, state: 'failed', problem, updatedAt, endedAt: updatedAt });
    return undefined;
  }
  const reader = exportReader(context, caller, id);
  const write = (name: string, bytes: Uint8Array) => writeFile(optionalEnv, made, name, bytes);
  const lines = exportLines({ read: (name) => readExportFile(optionalEnv, made, name), write });
  const tables = made.csv ? exportTables(reader, lines, made.createdAt) : undefined;
  const position = await copyPages(reader, lines, begun, tables);
  const files = await lines.write(made.files);
  const copied = { ...made, files, resources: sumOf(files), updatedAt };
  if (position) {
    const drawn = await getStoryCounts(read, [...caller.teamIds]);
    const stories = drawn.reduce((sum, count) => sum + count, 0);
    const percent = Math.max(made.percent, percentOf(copied, position, stories));
    await store({ ...copied, percent }, position);
    return now;
  }
  const ready: Export = {
    ...copied,
    state: 'ready',
    percent: 100,
    leftOut: [...unreadableParts(reader), ...unreadableSettings(reader)],
    endedAt: updatedAt,
  };
  const settings = await writeDocument(write, SETTINGS, await readSettings(reader));
  ready.files = [...files, settings];
  const manifest = await writeDocument(write, MANIFEST, manifestOf(ready));
  await store({ ...ready, files: [...ready.files, manifest] });
  return undefined;
}

/** Writes a file that has one document for people and programs, and describes it. */
async function writeDocument(
  write: (name: string, bytes: Uint8Array) => Promise<void>,
  name: string,
  document: object,
): Promise<ExportFile> {
  const content = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  await write(name, content);
  return describe(name, 1, content);
}

const NO_LONGER_ADMIN = 'Who asked for it is no longer an admin of the workspace.';
const TOOK_TOO_LONG = 'It was not completed within three days. Tell the operator, and ask for another.';

const SETTINGS = 'settings.json';
const MANIFEST = 'manifest.json';

const sumOf = (files: readonly ExportFile[]): number =>
  files.reduce((sum, { name, resources }) => sum + (isLines(name) ? resources : 0), 0);

/** What a program needs to know of an export without asking the service. */
function manifestOf({ id, workspaceId, teamIds, createdBy, createdAt, endedAt, leftOut, files }: Export) {
  const counts = Object.fromEntries(exportParts.map(({ name }) => [name, 0]));
  for (const { name } of exportParts.flatMap(({ below = [] }) => below)) counts[name] = 0;
  for (const { name, resources } of files) if (isLines(name)) counts[partOf(name)]! += resources;
  return {
    format: 'plotline-export',
    version: 1,
    apiVersion: 'v1',
    exportId: id,
    workspaceId,
    teamIds,
    createdBy,
    createdAt,
    endedAt,
    leftOut,
    notExported: leftOutOfExports,
    counts,
    files,
  };
}
