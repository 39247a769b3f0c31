import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { relationApi } from '../relations/relation-api.ts';
import { createStoryAs, newKey, type Person } from '../support/workspace.ts';
import { until } from '../support/until.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

let made: Awaited<ReturnType<typeof newMcpWorkspace>>;
let admin: Person;
let client: McpClient;

beforeAll(async () => {
  made = await newMcpWorkspace();
  admin = await made.workspace.person('admin', [made.team]);
  client = await connectedClient(admin);
});

const newStory = (title = 'Before') =>
  createStoryAs(made.person.client, made.workspace, { teamId: made.team.id, title });
const read = async ({ id }: Pick<Story, 'id'>) =>
  await admin.client.get(`${made.workspace.path}/stories/${id}`);
const revert = async (args: object) =>
  (await client.use('revert_change_set', { ...args, idempotencyKey: newKey() })).data;

test('one call names who did what since a time, and one takes back all that one of them changed', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const stories = [await newStory(), await newStory()];
  const since = new Date().toISOString();
  for (const { id, updatedAt } of stories) {
    const body = { expectedUpdatedAt: updatedAt, title: 'In the night' };
    await agent.client.patch(`${workspace.path}/stories/${id}`, body);
  }
  const listed = async () => await client.answered('list_change_sets', { actorId: agent.id, since });
  await until(async () => (await listed()).structured.data.length === 2);
  expect((await listed()).text).toContain('actor "A program" (');

  const night = { actorId: 'A program', since };
  const ids = stories.map(({ id }) => id).sort();
  const idsOf = ({ reverted }: { reverted: { id: string }[] }) => reverted.map(({ id }) => id).sort();
  expect(idsOf(await revert({ ...night, dryRun: true }))).toEqual(ids);
  expect((await read(stories[0]!)).json.data.title).toBe('In the night');
  expect(idsOf(await revert(night))).toEqual(ids);
  expect((await read(stories[0]!)).json.data.title).toBe('Before');
  const nothing = { reverted: [], message: 'There is nothing to revert.' };
  expect(await revert(night)).toMatchObject(nothing);
});

test('change sets name what they list, also what their reversal deleted, and values that are ids', async () => {
  const { workspace, team } = made;
  const statuses = (await client.use('list_statuses', { teamId: team.id })).data as {
    id: string;
    name: string;
  }[];
  const changeSetId = newKey();
  const headers = { 'Change-Set': changeSetId };
  const send = async (method: string, path: string, body: object) =>
    (
      await admin.client.request(method, `${workspace.path}/${path}`, {
        body,
        headers: { ...headers, 'Idempotency-Key': newKey() },
      })
    ).json.data;
  const story = await send('POST', 'stories', { teamId: team.id, title: 'Made by it' });
  const label = await send('POST', 'labels', { name: `Label ${newKey()}`, color: '#123456' });
  const moved = await newStory('Moved by it');
  const status = statuses.find(({ id }) => id !== moved.statusId)!;
  const change = { expectedUpdatedAt: moved.updatedAt, statusId: status.id };
  await send('PATCH', `stories/${moved.id}`, change);
  const shown = async () => await client.answered('get_change_set', { changeSetId });
  await until(async () => (await client.callTool('get_change_set', { changeSetId })).isError !== true);
  await until(async () => (await shown()).structured.data.changes.length === 3);
  const former = statuses.find(({ id }) => id === moved.statusId)!;
  const [from, to] = [JSON.stringify(former.name), JSON.stringify(status.name)];
  const named = [`"${story.reference}" – resource story`, label.name, `"statusId" from ${from} to ${to}`];
  for (const words of named) expect((await shown()).text).toContain(words);
  const { text } = await client.answered('revert_change_set', { changeSetId, idempotencyKey: newKey() });
  expect(text).toContain(`"${story.reference}" – resource story`);
  expect(text).toContain(label.name);
  for (const words of named) expect((await shown()).text).toContain(words);
});

test('a deleted story, comment and relation are restored by their ids, and nothing else is', async () => {
  const { workspace } = made;
  const [story, other] = [await newStory(), await newStory()];
  const at = `${workspace.path}/stories/${story.id}`;
  const { json: said } = await admin.client.post(`${at}/comments`, { content: 'Keep this' });
  const relations = relationApi(workspace, admin.client);
  const { id: relationId } = await relations.relate(story, 'blocks', other);
  const commentId = said.data.id;
  await admin.client.delete(`${at}/comments/${commentId}`);
  await admin.client.delete(`${at}/relations/${relationId}`);
  await revert({ story: story.reference, commentId });
  await revert({ story: story.reference, relationId });
  expect((await admin.client.get(`${at}/comments/${commentId}`)).json.data.content).toBe('Keep this');
  expect(await relations.list(story)).toMatchObject([{ id: relationId, type: 'blocks' }]);

  await admin.client.delete(at);
  expect((await read(story)).status).toBe(404);
  expect(await revert({ story: story.id })).toMatchObject({ id: story.id, reference: story.reference });
  expect((await read(story)).json.data).toMatchObject({ title: 'Before', reference: story.reference });
  const again = await client.refused('revert_change_set', { story: story.id, idempotencyKey: newKey() });
  expect(again.code).toBe('not_found');
});

test('a reversal without anything to revert, and of one without a time, says what is missing', async () => {
  const fields = async (args: object) =>
    (await client.refused('revert_change_set', { ...args, idempotencyKey: newKey() })).fields.map(
      ({ path }: { path: string }) => path,
    );
  expect(await fields({})).toEqual(['changeSetId']);
  expect(await fields({ actorId: admin.id })).toEqual(['since']);
  const ofNoOne = { since: new Date().toISOString(), dryRun: true };
  expect(await fields(ofNoOne)).toEqual(['actorId']);
  const { message } = await client.refused('revert_change_set', ofNoOne);
  expect(message).toBe('actorId is required: whose changes, or send changeSetId alone.');
  expect((await client.refused('revert_change_set', {})).message).toBe(
    'changeSetId is required, or actorId with since, or story, commentId, relationId or jobId.',
  );
});

test('a dry run that one result has no room for says that nothing was changed, and not that it is done', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const since = new Date().toISOString();
  const items = Array.from({ length: 100 }, (_, n) => ({
    idempotencyKey: newKey(),
    body: { teamId: team.id, title: `Row ${n}` },
  }));
  const made100 = await agent.client.post(`${workspace.path}/bulk/stories`, { items });
  expect(made100.json.data.items[0], made100.text.slice(0, 400)).toMatchObject({ httpStatus: 201 });
  const dry = { actorId: agent.id, since, dryRun: true };
  const plan = async () => await client.answered('revert_change_set', dry);
  await expect
    .poll(async () => (await plan()).structured.data.message, { timeout: 20_000 })
    .toContain('Would revert 100;');
  const { text } = await plan();
  expect(text).toContain('Nothing was changed. Would revert 100');
  expect(text).not.toContain('done as listed');
});

test('the reversal of what someone did names comments, times and what is gone, to those who may see them', async () => {
  const { workspace, team } = made;
  const actor = await workspace.person('admin', [team]);
  const their = await connectedClient(actor);
  const since = new Date().toISOString();
  const [kept, gone] = [await newStory(), await newStory('Thrown away')];
  const content = `Please look ${'again and '.repeat(20)}again`;
  const idempotencyKey = newKey();
  await their.use('save_comment', { story: kept.id, content, idempotencyKey });
  await their.use('save_comment', { story: kept.id, minutes: 25, idempotencyKey: newKey() });
  await actor.client.delete(`${workspace.path}/stories/${gone.id}`);
  const undo = { actorId: actor.id, since };
  const plan = async (as = client) => await as.answered('revert_change_set', { ...undo, dryRun: true });
  await expect
    .poll(async () => (await plan()).structured.data.message, { timeout: 20_000 })
    .toContain('Would revert 3;');
  const planned = await plan();
  const done = await client.answered('revert_change_set', { ...undo, idempotencyKey: newKey() });
  for (const { text } of [planned, done]) {
    expect(text).toContain('"Please look again and again');
    expect(text).toMatch(/"25 minutes on \d{4}-\d\d-\d\d"/);
    expect(text).toContain(`"${gone.reference}"`);
    expect(text).toContain(`story ${kept.reference}`);
    expect(text).not.toContain(content);
  }
  const outsider = await connectedClient(await workspace.person('admin', [await workspace.team()]));
  expect((await plan(outsider)).text).not.toMatch(/Please look|25 minutes|ENG-|Thrown/);
});
