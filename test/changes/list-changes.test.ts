import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let admin: Person;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  admin = await workspace.person('admin', [team, other]);
  member = await workspace.person('member', [team]);
});

const newStory = (teamId = team.id) => createStoryAs(admin.client, workspace, { teamId });
const about = (id: string, type?: string) => (event: ChangeEvent) =>
  event.data.id === id && (type === undefined || event.type === type);
const typesOf = (events: readonly ChangeEvent[], id: string) =>
  events.filter(about(id)).map(({ type }) => type);
/** What has happened until a story appears that was created after it: everything else came before. */
async function untilNow(
  reader: { until: (isIt: (event: ChangeEvent) => boolean) => Promise<ChangeEvent> },
  teamId?: string,
) {
  const { id } = await newStory(teamId);
  await reader.until(about(id));
}

test('the feed begins now with an empty page; then each change comes once and in order, with its actor', async () => {
  const api = changesApi(workspace, member.client);
  const first = await api.get();
  expect(first.json).toMatchObject({ data: [], meta: { hasMore: false, nextCursor: null } });
  const reader = await api.reader();
  const stories = storyApi(workspace, admin.client);
  const story = await stories.create({ teamId: team.id });
  await stories.change(story, { title: 'Changed' });
  await stories.delete(story.id);
  const deleted = await reader.until(about(story.id, 'story.deleted'));
  expect(typesOf(reader.events, story.id)).toEqual(['story.created', 'story.updated', 'story.deleted']);
  const updated = reader.events.find(about(story.id, 'story.updated'))!;
  expect(updated.changes).toEqual([{ field: 'title', from: story.title, to: 'Changed' }]);
  const actor = { kind: 'user', id: admin.id, via: 'rest' };
  for (const event of [updated, deleted]) expect(event).toMatchObject({ actor, teamId: team.id });
});

test('pages of one event contain the same as one page, and end', async () => {
  const since = new Date().toISOString();
  const ids = [(await newStory()).id, (await newStory()).id, (await newStory()).id];
  const whole = await changesApi(workspace, admin.client).reader({ since });
  await whole.until(about(ids[2]!));
  const small = await changesApi(workspace, admin.client, { limit: 1 }).reader({ since });
  await small.poll();
  expect(small.events.map(({ id }) => id)).toEqual(whole.events.map(({ id }) => id));
});

test('a reader may change the page size and the order of types, and keeps its position', async () => {
  const since = new Date().toISOString();
  const [first, second] = [(await newStory()).id, (await newStory()).id];
  const api = changesApi(workspace, admin.client);
  await (await api.reader({ since })).until(about(second));
  const begun = await api.get({ since, limit: 1, type: 'story.created,story.updated' });
  expect(begun.json.data).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ id: first }) }),
  ]);
  const { nextCursor: cursor } = begun.json.meta;
  const next = await api.get({ cursor, limit: 100, type: 'story.updated,story.created,story.updated' });
  expect(next.status, next.text).toBe(200);
  expect(next.json.data.map(({ data }: ChangeEvent) => data.id)).toContain(second);
  const lost = await api.get({ cursor, type: 'story.*' });
  expectRefusal(lost, 400, 'invalid_cursor');
  expect(lost.json.error.hint).toContain('since');
  expect(lost.json.error.hint).not.toContain('start again');
});

test('a cursor that was read is the same page again', async () => {
  const api = changesApi(workspace, admin.client);
  const { resumeCursor: cursor } = (await api.get({ since: new Date().toISOString() })).json.meta;
  const { id } = await newStory();
  const read = async () => (await api.get({ cursor })).json.data as ChangeEvent[];
  await expect.poll(async () => (await read()).some(about(id))).toBe(true);
  const [once, again] = [await read(), await read()];
  expect(again).toEqual(once);
});

describe('a selection of changes', () => {
  test('by team leaves out the other teams, and the team must be visible', async () => {
    const reader = await changesApi(workspace, admin.client, { teamId: other.id }).reader();
    const { id } = await newStory();
    await untilNow(reader, other.id);
    expect(reader.events.some(about(id))).toBe(false);
    expectRefusal(await changesApi(workspace, member.client).get({ teamId: other.id }), 404, 'not_found');
  });

  test.each(['story.updated', 'story.*', 'comment.created,story.deleted'])(
    'by type, as %s, leaves out the others',
    async (type) => {
      const reader = await changesApi(workspace, admin.client, { type }).reader();
      const all = await changesApi(workspace, admin.client).reader();
      const stories = storyApi(workspace, admin.client);
      const story = await stories.create({ teamId: team.id });
      await stories.change(story, { title: 'Changed' });
      await stories.delete(story.id);
      await all.until(about(story.id, 'story.deleted'));
      await reader.poll();
      const wanted = type.split(',');
      const expected = typesOf(all.events, story.id).filter(
        (one) => wanted.includes(one) || wanted.includes('story.*'),
      );
      expect(typesOf(reader.events, story.id)).toEqual(expected);
    },
  );

  test('by a kind without its scope is refused; without a selection the kind is left out', async () => {
    const scopes = allScopes.filter((scope) => scope !== 'sprints:read');
    const client = await workspace.clientFor(admin.id, { scopes });
    const api = changesApi(workspace, client);
    expectRefusal(await api.get({ type: 'sprint.*' }), 403, 'insufficient_scope');
    const reader = await api.reader();
    const { id } = await planningApi(workspace, admin.client).sprint(team);
    await untilNow(reader);
    expect(reader.events.some(about(id))).toBe(false);
  });

  test('of all kinds has those that the token has a scope for, and is refused if there are none', async () => {
    const scopes = ['objectives:read', 'comments:read'] as const;
    const reader = await changesApi(
      workspace,
      await workspace.clientFor(admin.id, { scopes: [...scopes] }),
    ).reader();
    const story = await newStory();
    await admin.client.post(`${workspace.path}/stories/${story.id}/comments`, { content: 'Hidden' });
    const objective = await planningApi(workspace, admin.client).objective(team);
    await reader.until(about(objective.id, 'objective.created'));
    expect(new Set(reader.events.map(({ type }) => type.split('.')[0]))).toEqual(new Set(['objective']));
    const blind = await workspace.clientFor(admin.id, { scopes: ['comments:read', 'stories:write'] });
    expectRefusal(await changesApi(workspace, blind).get({}), 403, 'insufficient_scope');
  });

  test('from before the retention, or with a cursor of another caller, is refused', async () => {
    const since = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
    const api = changesApi(workspace, admin.client);
    expectRefusal(await api.get({ since }), 410, 'cursor_expired');
    const { resumeCursor: cursor } = (await api.get()).json.meta;
    expectRefusal(await changesApi(workspace, member.client).get({ cursor }), 400, 'invalid_cursor');
    expectRefusal(await api.get({ cursor, teamId: team.id }), 400, 'invalid_cursor');
  });
});

describe('a change of membership', () => {
  test('says what to fetch after joining a team, and what to forget after leaving one', async () => {
    const person = await workspace.person('member', [team]);
    const reader = await changesApi(workspace, person.client).reader();
    const place = { workspaceId: workspace.id, teamId: other.id, principalId: person.id };
    const before = await newStory(other.id);
    const { get } = changesApi(workspace, person.client);
    const { resumeCursor: cursor } = (await get()).json.meta;
    await workspace.operator.joinTeam(place);
    // What has happened in the team since follows on the next page.
    expect((await get({ cursor })).json.meta.hasMore).toBe(true);
    const granted = await reader.until(({ type }) => type === 'access.granted');
    expect(granted).toMatchObject({ teamId: other.id, data: { resource: 'team', id: other.id } });
    const during = await newStory(other.id);
    await reader.until(about(during.id));
    await workspace.operator.leaveTeam(place);
    const revoked = await reader.until(({ type }) => type === 'access.revoked');
    expect(revoked.data).toEqual({ resource: 'team', id: other.id });
    const after = await newStory(other.id);
    await untilNow(reader);
    expect(reader.events.some(about(after.id))).toBe(false);
    expect(reader.events.findIndex(about(before.id))).not.toBe(0);
  });

  test('hides what was changed before a team was left', async () => {
    const person = await workspace.person('member', [team, other]);
    const reader = await changesApi(workspace, person.client).reader();
    const all = await changesApi(workspace, admin.client).reader();
    const { id } = await newStory(other.id);
    await all.until(about(id));
    await workspace.operator.leaveTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: person.id,
    });
    await reader.until(({ type }) => type === 'access.revoked');
    await untilNow(reader);
    expect(reader.events.some(about(id))).toBe(false);
  });

  test('to another role means forgetting and fetching everything', async () => {
    const person = await workspace.person('member', [team]);
    const reader = await changesApi(workspace, person.client, { limit: 1 }).reader();
    const { updatedAt } = (await workspace.operator.getMember(workspace.id, person.id))!;
    const path = `${workspace.path}/members/${person.id}`;
    await admin.client.patch(path, { expectedUpdatedAt: updatedAt, role: 'admin' });
    await untilNow(reader);
    const events = reader.events.filter(({ type }) => type.startsWith('access.'));
    expect(events.map(({ type, data }) => `${type} ${data.id}`).sort()).toEqual(
      ['access.granted', 'access.revoked']
        .flatMap((type) => [workspace.id, team.id].map((id) => `${type} ${id}`))
        .sort(),
    );
  });
});

describe('private objectives', () => {
  const plan = () => planningApi(workspace, admin.client);
  const change = async ({ id, updatedAt }: { id: string; updatedAt: string }, fields: object) =>
    dataOf<{ id: string; updatedAt: string }>(
      await plan().objectives.update(id, { expectedUpdatedAt: updatedAt, ...fields }),
      200,
    );

  test('are shown only to those who see them', async () => {
    const [blind, seeing] = [
      await changesApi(workspace, member.client).reader(),
      await changesApi(workspace, admin.client).reader(),
    ];
    const objective = await plan().objective(team, { private: true, name: 'A secret' });
    const result = await plan().keyResult(objective);
    await seeing.until(about(result.id));
    await plan().objectives.delete(objective.id);
    await seeing.until(about(objective.id, 'objective.deleted'));
    await untilNow(blind);
    expect(JSON.stringify(blind.events)).not.toContain(objective.id);
    expect(JSON.stringify(blind.events)).not.toContain('A secret');
  });

  test('that become visible are to be fetched, and reveal nothing of before', async () => {
    const reader = await changesApi(workspace, member.client).reader();
    const made = await plan().objective(team, { private: true, name: 'A secret' });
    const opened = await change(made, { name: 'No secret', private: false });
    const granted = await reader.until(({ type }) => type === 'access.granted');
    expect(granted.data).toEqual({ resource: 'objective', id: made.id });
    await change(opened, { name: 'Another name' });
    await reader.until(about(made.id, 'objective.updated'));
    expect(JSON.stringify(reader.events)).not.toContain('A secret');
  });

  test('that become visible reveal nothing of their key results before either', async () => {
    const reader = await changesApi(workspace, member.client).reader();
    const made = await plan().objective(team, { private: true });
    const rename = async ({ id, updatedAt }: { id: string; updatedAt: string }, name: string) =>
      dataOf<{ id: string; updatedAt: string }>(
        await plan().keyResults.update(id, { expectedUpdatedAt: updatedAt, name }),
        200,
      );
    const gone = await plan().keyResult(made, { name: 'A secret' });
    await plan().keyResults.delete(gone.id);
    const plain = await rename(await plan().keyResult(made, { name: 'A secret' }), 'Plain');
    await change(made, { private: false });
    await rename(plain, 'Other');
    const shown = await reader.until(about(plain.id, 'key_result.updated'));
    expect(shown.changes).toEqual([{ field: 'name', from: 'Plain', to: 'Other' }]);
    expect(JSON.stringify(reader.events)).not.toContain('A secret');
    const granted = reader.events.findIndex(about(made.id, 'access.granted'));
    expect(granted).toBeGreaterThanOrEqual(0);
    expect(granted).toBeLessThan(reader.events.indexOf(shown));
  });

  test('that become visible or stop being so are in the feed, whatever types are selected', async () => {
    const filtered = await changesApi(workspace, member.client, { type: 'key_result.*' }).reader();
    const scopes = allScopes.filter((scope) => scope !== 'objectives:read');
    const without = { client: await workspace.clientFor(member.id, { scopes }) };
    const blind = await changesApi(workspace, without.client, { type: 'story.*' }).reader();
    const made = await plan().objective(team);
    const result = await plan().keyResult(made);
    await filtered.until(about(result.id));
    const hidden = await change(made, { private: true });
    await filtered.until(about(made.id, 'access.revoked'));
    await change(hidden, { private: false });
    await filtered.until(about(made.id, 'access.granted'));
    expect(filtered.events.map(({ type }) => type).filter((type) => type.startsWith('objective.'))).toEqual(
      [],
    );
    const { id } = await newStory();
    await blind.until(about(id));
    expect(blind.events.filter(about(made.id))).toEqual([]);
  });

  test('that become private are to be forgotten, also by a reader who reads only now what was visible', async () => {
    const since = new Date().toISOString();
    const all = await changesApi(workspace, admin.client).reader();
    const made = await plan().objective(team, { name: 'Not yet secret' });
    const hidden = await change(made, { private: true });
    await change(hidden, { name: 'A secret' });
    await all.until((event) => event.data.id === made.id && event.data['name'] === 'A secret');
    const late = await changesApi(workspace, member.client).reader({ since });
    await late.poll();
    expect(late.events.filter(about(made.id)).map(({ type }) => type)).toEqual(['access.revoked']);
    expect(JSON.stringify(late.events)).not.toMatch(/secret/i);
  });
});
