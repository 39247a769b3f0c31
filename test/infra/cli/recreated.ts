import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recreatedKinds } from '../../../cli/recreate/left-out.ts';
import { runCli } from './cli.ts';

export type Line = Record<string, any> & { id: string };

/** A new folder that is removed with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Exports what the admin of a token sees into a folder, by default a new one. */
export async function exportInto(env: Record<string, string>, folder = newFolder()): Promise<string> {
  const { code, stderr } = await runCli(['export', folder], env);
  if (code !== 0) throw new Error(stderr);
  return folder;
}

/** Imports an export, and returns what the command says of it and its report. */
export async function importFrom(folder: string, env: Record<string, string>) {
  const report = join(newFolder(), 'report.jsonl');
  const { code, stdout, stderr } = await runCli(
    ['import', folder, '--yes', '--json', '--report', report],
    env,
  );
  if (stdout === '') throw new Error(stderr);
  const lines = readFileSync(report, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return { code, summary: JSON.parse(stdout), lines };
}

export const linesIn = (folder: string, kind: string): Line[] => {
  const file = join(folder, `${kind}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};

/** The bytes of all files, in order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'files'))
    .map((name) => readFileSync(join(folder, 'files', name), 'utf8'))
    .sort();

const IMAGE = /\/portal-images\/([0-9a-f-]{36})/g;

/** What differs in a workspace that was recreated, in every kind: times and authors of what is not a story or comment. */
const differing = ['workspaceId', 'createdAt', 'updatedAt', 'createdBy'];

/** What differs of a kind besides, or does not. */
const ofKind: Record<string, { more?: string[]; same?: string[] }> = {
  // A cadence is off at first.
  members: { more: ['email', 'acceptedAt'] },
  teams: { more: ['memberCount'] },
  stories: { same: ['createdAt'], more: ['importedAt'] },
  'stories-in-triage': { same: ['createdAt'], more: ['importedAt'] },
  comments: { same: ['createdAt'], more: ['importedAt'] },
  'objective-updates': { more: ['authorId'] },
  'recurring-stories': { more: ['paused', 'nextDueDate', 'nextDueDates'] },
  views: { more: ['ownerId'] },
  portals: { more: ['slug', 'formerSlugs', 'visibility'] },
  'feedback-items': { same: ['createdAt'], more: ['importedAt', 'slug', 'voteCount'] },
  'feedback-comments': { same: ['createdAt'], more: ['importedAt'] },
  'feedback-updates': { more: ['slug', 'publishedAt', 'formerSlugs'] },
  attachments: { more: ['commentId'] },
};

/** An export without what differs, by kind, with the ids that `idOf` says. */
export function comparable(folder: string, idOf: (id: string) => string): Record<string, Line[]> {
  const shown = (value: unknown, kind: string, isTop: boolean): unknown => {
    if (typeof value === 'string')
      return idOf(value).replace(IMAGE, (whole, id) => whole.replace(id, idOf(id)));
    if (Array.isArray(value)) return value.map((one) => shown(one, kind, false));
    if (typeof value !== 'object' || value === null) return value;
    const { more = [], same = [] } = ofKind[kind] ?? {};
    const left = new Set([
      ...differing.filter((field) => !isTop || !same.includes(field)),
      ...(isTop ? more : []),
    ]);
    // Who imported it.
    if ('authorName' in value && !('authorKind' in value && value.authorKind !== 'visitor'))
      left.add('authorId');
    const fields = Object.entries(value).filter(([name]) => !left.has(name));
    return Object.fromEntries(
      fields.map(([name, one]) => [name, name === 'archivedAt' ? one !== null : shown(one, kind, false)]),
    );
  };
  // The story that comes first in a relation of equals is not stated.
  const withoutSides = ({ type, storyId, relatedStoryId, relatedStory, ...line }: Line): Line =>
    type === 'relates_to'
      ? { ...line, type, stories: [storyId, relatedStoryId].sort() }
      : { ...line, type, storyId, relatedStoryId, relatedStory };
  const keyOf = ({ id, teamId }: Line) => `${id} ${String(teamId)}`;
  return Object.fromEntries(
    recreatedKinds.map((kind) => [
      kind,
      linesIn(folder, kind)
        .map((line) => shown(line, kind, true) as Line)
        .map((line) => (kind === 'relations' ? withoutSides(line) : line))
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    ]),
  );
}
