import { expect, test } from 'vitest';
import { allEntries } from '../../shared/events/history/history-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getExportItem, progressOf, toExport } from '../../shared/surface/exports/export-store.ts';
import { exportLines } from '../../shared/surface/export-run/export-lines.ts';
import { exportPage } from '../../shared/surface/export-run/export-page.ts';
import { exportParts } from '../../shared/surface/export-run/export-parts.ts';
import { callerOfExport, exportReader } from '../../shared/surface/export-run/export-reader.ts';
import type { ExportPosition } from '../../shared/surface/exports/export-store.ts';
import { until } from '../support/until.ts';
import { linesOf } from './export-api.ts';
import { newExportWorkspace } from './export-workspace.ts';

type ExportWorld = Awaited<ReturnType<typeof newExportWorkspace>>;

/** Reads an export page by page from the table, as its job does, and keeps the lines. */
async function openPages({ workspace, exports }: ExportWorld) {
  const { id } = await exports.create();
  const read = createReader(workspace.database);
  const item = (await getExportItem(read, id))!;
  const { scopes, position } = progressOf(item);
  const caller = (await callerOfExport(read, toExport(item), scopes))!;
  const context = { database: workspace.database, now: new Date() };
  const lines: { part: string; resource: any }[] = [];
  const add = (part: string, resource: object) => void lines.push({ part, resource });
  const none = () => Promise.resolve(Buffer.of());
  const collect = { ...exportLines({ read: none, write: async () => {} }), add };
  return {
    position,
    lines,
    next: (at: ExportPosition) => exportPage(exportReader(context, caller, id), collect, at),
  };
}

/** Creates a story, and waits until the feed of changes tells of it. */
async function createLate({ workspace, team, admin, stories }: ExportWorld) {
  const story = await stories.create({ teamId: team.id, title: 'Late' });
  const feed = `${workspace.path}/changes`;
  await until(async () => {
    const { json } = await admin.client.get(feed, { since: story.createdAt, type: 'story.created' });
    return json.data.some(({ data }: { data: { id: string } }) => data.id === story.id);
  });
  return story;
}

test('a story that is created while an export is made is among its changes', async () => {
  const world = await newExportWorkspace();
  await world.stories.create({ teamId: world.team.id });
  const { position: begun, lines, next } = await openPages(world);
  const storyPart = exportParts.findIndex(({ name }) => name === 'stories');
  let late: { id: string } | undefined;
  for (let position: ExportPosition | undefined = begun; position; position = await next(position))
    if (position.part > storyPart) late ??= await createLate(world);
  const told = lines.filter(({ part, resource }) => part === 'changes' && resource.data.id === late?.id);
  expect(told.map(({ resource }) => resource.type)).toEqual(['story.created']);
  expect(lines.filter(({ part }) => part === 'stories')).toHaveLength(1);
});

test('a page that is copied again after an interruption has the same lines', async () => {
  const world = await newExportWorkspace();
  const { team, stories } = world;
  for (let n = 0; n < 3; n++) await stories.create({ teamId: team.id });
  const { position: begun, lines, next } = await openPages(world);
  let position: ExportPosition | undefined = begun;
  while (position && exportParts[position.part]?.name !== 'stories') position = await next(position);
  lines.length = 0;
  await next(position!);
  const once = [...lines];
  lines.length = 0;
  await next(position!);
  expect(lines).toEqual(once);
  expect(once.filter(({ part }) => part === 'stories')).toHaveLength(3);
});

test('an export of who is no longer an admin fails, and says why', async () => {
  const { workspace, admin, team, exports } = await newExportWorkspace();
  const other = await workspace.person('admin', [team]);
  const { id } = await exports.ended((await exports.create()).id);
  const read = createReader(workspace.database);
  const item = (await getExportItem(read, id))!;
  const { scopes } = progressOf(item);
  expect(await callerOfExport(read, toExport(item), scopes)).toBeDefined();
  const at = `${workspace.path}/members/${admin.id}`;
  const { updatedAt } = (await other.client.get(at)).json.data;
  const lowered = await other.client.patch(at, { expectedUpdatedAt: updatedAt, role: 'member' });
  expect(lowered.status, lowered.text).toBe(200);
  expect(await callerOfExport(read, toExport(item), scopes)).toBeUndefined();
});

test('an export of several hundred stories has each of them once, with what belongs to them', async () => {
  const world = await newExportWorkspace();
  const { workspace, team, admin, exports } = world;
  const ids: string[] = [];
  for (let batch = 0; batch < 3; batch++) {
    const items = Array.from({ length: 100 }, (_, n) => ({
      idempotencyKey: `export-${team.id}-${batch}-${n}`,
      body: { teamId: team.id, title: `Story ${batch} ${n}` },
    }));
    const { json, text, status } = await admin.client.post(`${workspace.path}/bulk/stories`, { items });
    expect(status, text).toBeLessThan(300);
    ids.push(...json.data.items.map(({ data }: { data: { id: string } }) => data.id));
  }
  const lines = await linesOf(exports, await exports.ended((await exports.create()).id));
  expect(lines['stories']!.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(lines['story-history']!).toHaveLength(300);
}, 120_000);

test('a list that belongs to one story is copied page by page, from any of which it goes on', async () => {
  const world = await newExportWorkspace();
  const { team, stories } = world;
  const story = await stories.create({ teamId: team.id });
  let current = story;
  for (let n = 0; n < 101; n++) current = await stories.change(current, { title: `Title ${n}` });
  await stories.create({ teamId: team.id, title: 'Short' });
  const { database } = world.workspace;
  const recorded = async () => await allEntries(createReader(database), { name: 'story', id: story.id });
  await until(async () => (await recorded()).length === 101);
  const { position: begun, lines, next } = await openPages(world);
  let most = 0;
  const seen: unknown[] = [];
  for (let position: ExportPosition | undefined = begun; position;) {
    const before = lines.length;
    // As a run that begins where another has ended.
    position = await next(JSON.parse(JSON.stringify(position)) as ExportPosition);
    most = Math.max(most, lines.length - before);
    if (position?.below) seen.push(position.below.open.length);
  }
  const history = lines.filter(({ part }) => part === 'story-history').map(({ resource }) => resource);
  expect([history.length, new Set(history.map(({ id }) => id)).size]).toEqual([103, 103]);
  expect(most).toBeLessThanOrEqual(101);
  expect(seen).toContain(1);
}, 60_000);
