import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { claimApi } from '../claims/claim-api.ts';
import { fieldApi } from '../custom-fields/field-api.ts';
import { relationApi } from '../relations/relation-api.ts';
import { dataOf, newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { newTriageWorkspace } from '../triage/triage-api.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let sets: ReturnType<typeof changeSetApi>;
let person: Person;

beforeAll(async () => {
  made = await newStoryWorkspace();
  sets = changeSetApi(made.workspace, made.member.client);
  person = await made.workspace.person('member', [made.team]);
});

const newStory = (fields: object = {}): Promise<Story> =>
  made.api.create({ teamId: made.team.id, ...fields });
const change = async (who: Person, { id }: { id: string }, fields: object, headers = {}): Promise<Story> => {
  const { updatedAt: expectedUpdatedAt } = await made.api.read(id);
  const path = `${made.workspace.path}/stories/${id}`;
  return dataOf(await who.client.patch(path, { expectedUpdatedAt, ...fields }, headers), 200);
};
const inSet = (id: string) => ({ 'change-set': id });
const stateOf = ({ updatedAt: _, ...fields }: Story) => fields;

test('a revert restores former values of fields, and a preview says what it would do', async () => {
  const { workspace, team, member } = made;
  const statusId = await statusOf(workspace, member.client, team, 'completed');
  const [one, other] = [await newStory({ priority: 'low' }), await newStory({ description: 'Kept' })];
  const id = randomUUID();
  await change(member, one, { title: 'First', priority: 'high' }, inSet(id));
  await change(member, one, { title: 'Second', statusId, assigneeId: member.id }, inSet(id));
  await change(member, other, { clearFields: ['description'] }, inSet(id));
  await sets.of(id, 3);

  const reverted = [
    { resource: 'story', id: other.id, fields: ['description'] },
    { resource: 'story', id: one.id, fields: ['title', 'priority', 'statusId', 'assigneeId'] },
  ];
  const empty = { conflicts: [], irreversible: [] };
  const dry = await sets.revert(id, { dryRun: true });
  expect(dry.json.data).toEqual({ reverted, ...empty, changeSetId: null, dryRun: true });
  expect((await made.api.read(one.id)).title).toBe('Second');

  const answer = await sets.revert(id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data).toEqual({
    reverted,
    ...empty,
    changeSetId: expect.any(String),
    dryRun: false,
  });
  expect(stateOf(await made.api.read(one.id))).toEqual(stateOf(one));
  expect(stateOf(await made.api.read(other.id))).toEqual(stateOf(other));

  const again = await sets.revert(id);
  expect(again.json.data).toEqual({ reverted: [], ...empty, changeSetId: null, dryRun: false });
  // The reversal can be reverted too.
  const { changeSetId } = answer.json.data;
  await sets.of(changeSetId, 2);
  await sets.revert(changeSetId);
  expect((await made.api.read(one.id)).title).toBe('Second');
  expect((await made.api.read(other.id)).description).toBeNull();
});

test('a revert restores former values of custom fields, each on its own', async () => {
  const { workspace, team, member } = made;
  const fields = fieldApi(workspace, member.client);
  const [one, two, three] = [
    await fields.create({ teamId: team.id }),
    await fields.create({ teamId: team.id }),
    await fields.create({ teamId: team.id }),
  ];
  const story = await newStory({ customFields: { [one.key]: 'a', [three.key]: 'c' } });
  const id = randomUUID();
  const set = { customFields: { [one.key]: 'x', [two.key]: 'x', [three.key]: 'x' } };
  await change(member, story, set, inSet(id));
  await change(person, story, { customFields: { [three.key]: 'theirs' } });
  await sets.of(id, 1);
  const { json } = await sets.revert(id);
  expect(json.data.conflicts).toEqual([
    { resource: 'story', id: story.id, field: `customFields.${three.key}`, now: 'theirs' },
  ]);
  expect((await made.api.read(story.id)).customFields).toEqual({ [one.key]: 'a', [three.key]: 'theirs' });
});

test('a revert keeps a story that others have commented on', async () => {
  const { workspace, team, member } = made;
  const id = randomUUID();
  const headers = { ...inSet(id), 'idempotency-key': newKey() };
  const sent = await member.client.post(
    `${workspace.path}/stories`,
    { teamId: team.id, title: 'Discussed' },
    headers,
  );
  const story = dataOf<Story>(sent, 201);
  const comments = `${workspace.path}/stories/${story.id}/comments`;
  await member.client.post(comments, { content: 'Mine' }, inSet(id));
  const said = dataOf<{ id: string }>(await person.client.post(comments, { content: 'Theirs' }), 201);
  await sets.of(id, 2);
  const conflicts = [{ resource: 'story', id: story.id, field: 'comments', now: [said.id] }];
  expect((await sets.revert(id, { dryRun: true })).json.data.conflicts).toEqual(conflicts);
  expect((await sets.revert(id)).json.data.conflicts).toEqual(conflicts);
  const left = (await member.client.get(comments)).json.data;
  expect(left.map(({ content }: { content: string }) => content)).toEqual(['Theirs']);
});

test('a revert keeps what another person has changed since, and lists it', async () => {
  const { member } = made;
  const story = await newStory({ priority: 'low' });
  const id = randomUUID();
  await change(member, story, { title: 'Agent', priority: 'high' }, inSet(id));
  await change(person, story, { title: 'Person' });
  await sets.of(id, 1);
  const { json } = await sets.revert(id);
  expect(json.data).toMatchObject({
    reverted: [{ resource: 'story', id: story.id, fields: ['priority'] }],
    conflicts: [{ resource: 'story', id: story.id, field: 'title', now: 'Person' }],
    irreversible: [],
  });
  expect(await made.api.read(story.id)).toMatchObject({ title: 'Person', priority: 'low' });
});

test('a revert restores former values of single custom fields, and clears those that had none', async () => {
  const { workspace, member, team } = made;
  const fields = fieldApi(workspace, member.client);
  const [kept, added, touched] = [
    await fields.create({ teamId: team.id }),
    await fields.create({ teamId: team.id, type: 'number' }),
    await fields.create({ teamId: team.id }),
  ];
  const story = await newStory({ customFields: { [kept.key]: 'before', [touched.key]: 'before' } });
  const id = randomUUID();
  const customFields = { [kept.key]: 'after', [added.key]: 5, [touched.key]: 'after' };
  await change(member, story, { customFields }, inSet(id));
  await change(person, story, { customFields: { [touched.key]: 'person' } });
  await sets.of(id, 1);
  const { json } = await sets.revert(id);
  expect(json.data).toMatchObject({
    conflicts: [{ resource: 'story', id: story.id, field: `customFields.${touched.key}`, now: 'person' }],
    irreversible: [],
  });
  expect(json.data.reverted[0].fields.sort()).toEqual(
    [`customFields.${kept.key}`, `customFields.${added.key}`].sort(),
  );
  expect((await made.api.read(story.id)).customFields).toEqual({
    [kept.key]: 'before',
    [touched.key]: 'person',
  });
});

test('a revert is repeated with its key, however long the list of kept changes is', async () => {
  const { member } = made;
  const id = randomUUID();
  const stories = await Promise.all(Array.from({ length: 14 }, () => newStory({ priority: 'low' })));
  for (const story of stories) {
    await change(member, story, { description: 'Agent', priority: 'high' }, inSet(id));
    await change(person, story, { description: 'x'.repeat(32 * 1024) });
  }
  await sets.of(id, stories.length);
  const key = { 'idempotency-key': newKey() };
  const first = await sets.revert(id, {}, key);
  expect(first.status, first.text.slice(0, 500)).toBe(200);
  const again = await sets.revert(id, {}, key);
  expect(again.status).toBe(200);
  expect(again.json.data.reverted).toEqual(first.json.data.reverted);
  expect(again.json.data.conflicts).toHaveLength(stories.length);
});

test('a revert deletes what was created unless it was changed since, undoes relations, and lists the rest', async () => {
  const { workspace, team, member } = made;
  const id = randomUUID();
  const post = (path: string, body: object) =>
    member.client.post(`${workspace.path}/${path}`, body, { ...inSet(id), 'idempotency-key': newKey() });
  const create = async () => dataOf<Story>(await post('stories', { title: 'x', teamId: team.id }), 201);
  const [mine, touched, old, related] = [await create(), await create(), await newStory(), await newStory()];
  await change(person, touched, { title: 'Touched' });
  const body = { type: 'blocks', relatedStoryId: related.id };
  expect((await post(`stories/${old.id}/relations`, body)).status).toBe(201);
  const gone = await newStory();
  expect((await member.client.delete(`${workspace.path}/stories/${gone.id}`, inSet(id))).status).toBe(200);
  const sprint = await planningApi(workspace, member.client).sprint(team);
  const deletion = await member.client.delete(`${workspace.path}/sprints/${sprint.id}`, inSet(id));
  expect(deletion.status).toBe(200);
  const found = await sets.of(id, 5);
  expect(found.reversible).toBe(false);
  // What was deleted comes into the bin by the stream, for which a revert waits a moment only.
  await expect
    .poll(async () => (await sets.revert(id, { dryRun: true })).json.data.irreversible)
    .toHaveLength(1);

  const { json } = await sets.revert(id);
  expect(json.data.conflicts).toEqual([
    { resource: 'story', id: touched.id, field: 'title', now: 'Touched' },
  ]);
  expect(json.data.irreversible).toEqual([{ resource: 'sprint', id: sprint.id, reason: 'It was deleted.' }]);
  expect(stateOf(await made.api.read(gone.id))).toEqual(stateOf(gone));
  expectRefusal(await made.api.get(mine.id), 404, 'not_found');
  expect((await made.api.read(touched.id)).title).toBe('Touched');
  expect(await relationApi(workspace, member.client).list(old)).toEqual([]);
});

test('a revert takes a story over that the agent still holds, and deletes one that it made and claimed', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const own = claimApi(workspace, agent.client);
  const [id, story] = [randomUUID(), await newStory({ priority: 'low' })];
  await own.claim(story);
  await change(agent, story, { assigneeId: agent.id }, inSet(id));
  const headers = { ...inSet(id), 'idempotency-key': newKey() };
  const body = { title: 'Of the agent', teamId: team.id };
  const sent = await agent.client.post(`${workspace.path}/stories`, body, headers);
  const created = dataOf<Story>(sent, 201);
  await own.claim(created);
  await sets.of(id, 2);
  const { json } = await sets.revert(id);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(await made.api.read(story.id)).toMatchObject({ assigneeId: null, claim: null });
  expectRefusal(await made.api.get(created.id), 404, 'not_found');
});

test('a revert takes back only the resources that are named', async () => {
  const [one, other, id] = [await newStory(), await newStory(), randomUUID()];
  await change(made.member, one, { title: 'Changed' }, inSet(id));
  await change(made.member, other, { title: 'Changed' }, inSet(id));
  await sets.of(id, 2);
  const { json } = await sets.revert(id, { resourceIds: [one.id] });
  expect(json.data.reverted).toEqual([{ resource: 'story', id: one.id, fields: ['title'] }]);
  expect((await made.api.read(other.id)).title).toBe('Changed');
});

test('a revert has only the rights of the caller', async () => {
  const { workspace, team, member } = made;
  const story = await newStory();
  const id = randomUUID();
  await change(member, story, { title: 'Changed' }, inSet(id));
  await sets.of(id, 1);
  const guest = await workspace.person('guest', [team]);
  const { json } = await changeSetApi(workspace, guest.client).revert(id);
  expect(json.data).toMatchObject({ reverted: [], irreversible: [{ resource: 'story', id: story.id }] });
  const outsider = await workspace.person('admin');
  expectRefusal(await changeSetApi(workspace, outsider.client).revert(id), 404, 'not_found');
  expect((await made.api.read(story.id)).title).toBe('Changed');
});

test('a revert names the decisions of triage that stay', async () => {
  const { workspace, team, admin, triaged, triage } = await newTriageWorkspace();
  const own = changeSetApi(workspace, admin.client);
  const [story, id] = [await triaged(), randomUUID()];
  await triage.send(story, { decision: 'decline' }, inSet(id));
  await own.of(id, 1);
  expect((await own.revert(id)).json.data).toMatchObject({
    reverted: [],
    irreversible: [{ resource: 'story', id: story.id, reason: expect.stringContaining('triageStory') }],
  });
  expect(await triage.ids(team, 'declined')).toEqual([story.id]);
});
