import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const person = await workspace.person('member', [team]);
const client = await connectedClient(person);

const inTeam = (args: object) => ({
  workspaceId: workspace.id,
  teamId: team.id,
  idempotencyKey: randomUUID(),
  ...args,
});

test.each([
  ['High', 'high'],
  ['URGENT', 'urgent'],
  ['No Priority', 'none'],
  ['no-priority', 'none'],
  ['medium', 'medium'],
  ['Highest', 'urgent'],
  ['Normal', 'medium'],
])('a tool takes the priority %j as %s', async (priority, expected) => {
  const { data } = await client.use('create_story', inTeam({ title: 'A story', priority }));
  const path = `${workspace.path}/stories/${data.id}`;
  expect((await person.client.get(path)).json.data.priority).toBe(expected);
});

test('a tool takes a health as people write it', async () => {
  const { data } = await client.use('create_objective', inTeam({ name: 'Win', health: 'On track' }));
  const path = `${workspace.path}/objectives/${data.id}`;
  expect((await person.client.get(path)).json.data.health).toBe('on_track');
});

test.each([
  ['depends on', 'blocked_by'],
  ['Is blocked by', 'blocked_by'],
  ['relates', 'relates_to'],
  ['related to', 'relates_to'],
  ['duplicate of', 'duplicates'],
])('a relation called %j is %s', async (type, expected) => {
  const create = async (title: string) => (await client.use('create_story', inTeam({ title }))).data;
  const [one, two] = [await create('One'), await create('Two')];
  const args = {
    workspaceId: workspace.id,
    story: one.reference,
    relations: [{ type, relatedStory: two.reference }],
  };
  await client.use('manage_relations', args);
  const { json } = await person.client.get(`${workspace.path}/stories/${one.id}/relations`);
  expect(json.data).toMatchObject([{ type: expected, relatedStoryId: two.id }]);
});

test('an unknown word is refused with the values', async () => {
  const { message, fields } = await client.refused(
    'create_story',
    inTeam({ title: 'A story', priority: 'soonish' }),
  );
  expect(message).toBe('priority must be one of: none, low, medium, high, urgent.');
  expect(fields).toEqual([{ path: 'priority', code: 'not_one_of' }]);
});
