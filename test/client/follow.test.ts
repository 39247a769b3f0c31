import { beforeAll, describe, expect, test } from 'vitest';
import {
  createPlotline,
  followChanges,
  type Change,
  type CursorStore,
  type Plotline,
} from '../../client/src/index.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';

const STORIES = 5;

let plotline: Plotline;
let workspaceId: string;
let since: string;
let created: string[];

beforeAll(async () => {
  const { workspace, member, team, api } = await newStoryWorkspace();
  plotline = createPlotline({ baseUrl: sharedService().baseUrl, token: member.token });
  workspaceId = workspace.id;
  since = new Date().toISOString();
  created = [];
  for (let n = 0; n < STORIES; n++) created.push((await api.create({ teamId: team.id })).id);
  const written = async () => {
    const { data } = await plotline.call('listChanges', { workspaceId, since, type: ['story.created'] });
    return data.length === STORIES;
  };
  await until(written);
});

const idOf = (change: Change): string => (change.type === 'story.created' ? change.data.id : change.id);

/** A store of a cursor in memory, which outlives a reader as a file does. */
function storeOf(): CursorStore & { saved: string[] } {
  const saved: string[] = [];
  return { saved, load: () => saved.at(-1), save: (cursor) => void saved.push(cursor) };
}

/** Follows the feed with the store's cursor until `count` changes or all came, and stops there, as a crash would. */
async function take(count: number, cursor: CursorStore, before: readonly string[] = []): Promise<string[]> {
  const taken: string[] = [];
  const hasAll = () => created.every((id) => before.includes(id) || taken.includes(id));
  const input = { workspaceId, since, limit: 2, type: ['story.created' as const] };
  for await (const change of followChanges(plotline, input, { cursor, pollMs: 10 })) {
    taken.push(idOf(change));
    if (taken.length === count || hasAll()) break;
  }
  return taken;
}

describe('a reader that has lost its cursor and begins at a time', () => {
  test('follows the feed over several pages', async () => {
    expect(await take(STORIES, storeOf())).toEqual(created);
  });

  test('goes on after each restart, with the same call', async () => {
    const cursor = storeOf();
    const seen: string[] = [];
    // What was taken of a page that was not finished comes again: of three, at least one is new.
    for (let restart = 0; restart < STORIES && !created.every((id) => seen.includes(id)); restart++) {
      seen.push(...(await take(3, cursor, seen)));
    }
    expect(cursor.saved.length).toBeGreaterThan(1);
    expect(new Set(seen)).toEqual(new Set(created));
  });

  test('reads all pages with each()', async () => {
    const input = { workspaceId, since, limit: 2, type: ['story.created' as const] };
    const seen: string[] = [];
    for await (const change of plotline.each('listChanges', input)) seen.push(idOf(change));
    expect(seen).toEqual(created);
  });
});

test.each([
  { id: 'listChanges', why: 'where the cursor replaces it', kept: false },
  { id: 'listAuditEvents', why: 'where it is a filter', kept: true },
] as const)('each() of $id sends since on the next page $kept: $why', async ({ id, kept }) => {
  const sent: string[] = [];
  const recording = createPlotline({
    baseUrl: 'https://plan.example.com',
    token: 'secret',
    fetch: async (url) => {
      sent.push(url instanceof Request ? url.url : url.toString());
      return Response.json({ data: [], meta: { nextCursor: sent.length === 1 ? 'next' : null } });
    },
  });
  for await (const _ of recording.each(id, { workspaceId, since }));
  expect(sent.map((url) => new URL(url).searchParams.get('since'))).toEqual([since, kept ? since : null]);
});
