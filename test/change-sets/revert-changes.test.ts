import { beforeAll, expect, test } from 'vitest';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  sets = changeSetApi(made.workspace, made.member.client);
});

const change = async ({ client }: Person, id: string, fields: object) => {
  const { updatedAt: expectedUpdatedAt } = await made.api.read(id);
  const path = `${made.workspace.path}/stories/${id}`;
  return dataOf<{ updatedAt: string }>(await client.patch(path, { expectedUpdatedAt, ...fields }), 200);
};
const newStory = () => made.api.create({ teamId: made.team.id, title: 'Before', priority: 'low' });

test('one call reverts what an actor changed in a time, in however many change sets, and nothing of others', async () => {
  const { workspace, team, member } = made;
  const agent = await workspace.serviceAccount([team]);
  const [one, other, theirs] = [await newStory(), await newStory(), await newStory()];
  await change(agent, one.id, { title: 'Evening' });
  const { updatedAt: since } = await change(agent, one.id, { title: 'Night', priority: 'high' });
  await change(agent, other.id, { title: 'Night' });
  const comments = `${workspace.path}/stories/${other.id}/comments`;
  await agent.client.post(comments, { content: 'Done' }, { 'idempotency-key': newKey() });
  await change(member, theirs.id, { title: 'Of a person' });
  await change(member, one.id, { priority: 'urgent' });
  const { updatedAt: before } = await change(agent, other.id, { priority: 'medium' });
  const wanted = { actorId: agent.id, since, before };
  await sets.untilListed(wanted, 4);

  const dry = await sets.revertChanges({ ...wanted, dryRun: true });
  const admin = changeSetApi(workspace, (await workspace.person('admin', [team])).client);
  // Comments of others are an admin's to delete.
  const { json, status, text } = await admin.revertChanges(wanted);
  expect(status, text).toBe(200);
  expect(json.data).toMatchObject({
    conflicts: [{ resource: 'story', id: one.id, field: 'priority', now: 'urgent' }],
    irreversible: [],
    changeSetId: expect.any(String),
  });
  expect(json.data.reverted).toHaveLength(3);
  expect(dry.json.data).toMatchObject({ conflicts: json.data.conflicts, changeSetId: null });
  expect(await made.api.read(one.id)).toMatchObject({ title: 'Evening', priority: 'urgent' });
  expect(await made.api.read(other.id)).toMatchObject({ title: 'Before', priority: 'medium' });
  expect((await member.client.get(comments)).json.data).toEqual([]);
  expect((await made.api.read(theirs.id)).title).toBe('Of a person');
  const again = await admin.revertChanges(wanted);
  expect(again.json.data).toMatchObject({ reverted: [], changeSetId: null });

  await admin.of(json.data.changeSetId, 3);
  await admin.revert(json.data.changeSetId);
  expect((await made.api.read(other.id)).title).toBe('Night');
});

test('a reversal of all changes has the rights of the caller, and only sees what they see', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const story = await newStory();
  const { updatedAt: since } = await change(agent, story.id, { title: 'Changed' });
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 1);
  const guest = changeSetApi(workspace, (await workspace.person('guest', [team])).client);
  const refused = { reverted: [], irreversible: [{ resource: 'story', id: story.id }] };
  expect((await guest.revertChanges(wanted)).json.data).toMatchObject(refused);
  const outsider = changeSetApi(
    workspace,
    (await workspace.person('admin', [await workspace.team()])).client,
  );
  const nothing = { reverted: [], conflicts: [], irreversible: [], changeSetId: null, dryRun: false };
  expect((await outsider.revertChanges(wanted)).json.data).toEqual(nothing);
  expectRefusal(await outsider.revertChanges({ ...wanted, teamId: team.id }), 404, 'not_found');
  expect((await made.api.read(story.id)).title).toBe('Changed');
});

test('a reversal of all changes can be limited to some resources and to a team', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const [one, other] = [await newStory(), await newStory()];
  const { updatedAt: since } = await change(agent, one.id, { title: 'Changed' });
  await change(agent, other.id, { title: 'Changed' });
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 2);
  const { json } = await sets.revertChanges({ ...wanted, teamId: team.id, resourceIds: [other.id] });
  expect(json.data.reverted).toEqual([{ resource: 'story', id: other.id, fields: ['title'] }]);
  expect((await made.api.read(one.id)).title).toBe('Changed');
});

test('a reversal of all changes names the actor and the time', async () => {
  expectBadFields(await sets.revertChanges({}), ['actorId', 'since']);
  const since = new Date().toISOString();
  expectBadFields(await sets.revertChanges({ actorId: 'me', since, before: 'now' }), ['actorId', 'before']);
});

test('a move to another team is one change, which is reverted', async () => {
  const { workspace, team } = made;
  const other = await workspace.team();
  const { client, id: actorId } = await workspace.person('member', [team, other]);
  const { id, updatedAt } = await newStory();
  const path = `${workspace.path}/stories/${id}`;
  await client.patch(path, { expectedUpdatedAt: updatedAt, teamId: other.id });
  const wanted = { actorId, since: updatedAt };
  const both = changeSetApi(workspace, client);
  await until(async () => (await listed(client, wanted)).length > 0);
  expect(await listed(client, wanted)).toEqual([{ 'story.updated': 1 }]);
  const { json, text } = await both.revertChanges(wanted);
  expect(json.data, text).toMatchObject({ reverted: [{ id }], irreversible: [] });
  expect(await made.api.read(id)).toMatchObject({ teamId: team.id });
});

const listed = async (client: Client, wanted: Record<string, string>): Promise<object[]> =>
  (await client.get(`${made.workspace.path}/change-sets`, wanted)).json.data.map(
    ({ counts }: { counts: object }) => counts,
  );
