import { beforeAll, expect, test } from 'vitest';
import { sentenceOf } from '../../shared/kernel/core/errors.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { dataOf, newStoryWorkspace, storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey } from '../support/workspace.ts';

/** Errors lead to what was meant. */
let made: Awaited<ReturnType<typeof newStoryWorkspace>>;

beforeAll(async () => {
  made = await newStoryWorkspace();
});

test.each([
  ['assignee', 'is not a known parameter; did you mean assigneeId?'],
  ['stausId', 'is not a known parameter; did you mean statusId?'],
  ['zzzzzz', 'is not a known parameter'],
])('the query parameter %s %s', async (name, message) => {
  const error = expectRefusal(await made.api.list({ [name]: 'x' }), 400, 'invalid_request');
  expect(error.fields).toMatchObject([{ path: name, code: 'unknown_field', message }]);
  expect(error.message).toMatch(message.endsWith('?') ? /[^.]\?$/ : /[^.]\.$/);
});

test('fields of bodies are corrected in updates too', async () => {
  const { api, member, team } = made;
  const story = await api.create({ teamId: team.id });
  const messagesOf = (answer: Awaited<ReturnType<typeof api.send>>) =>
    expectRefusal(answer, 400, 'invalid_request').fields.map(
      ({ path, message }: { path: string; message: string }) => `${path} ${message}`,
    );
  expect(messagesOf(await api.send({ teamId: team.id, title: 'x', assignee: member.id }))).toEqual([
    'assignee is not a known field; did you mean assigneeId?',
  ]);
  const { updatedAt: expectedUpdatedAt } = story;
  expect(messagesOf(await api.update(story.id, { expectedUpdatedAt, status: 'x' }))).toEqual([
    'status is not a known field; did you mean statusId?',
  ]);
});

test('no field is suggested that was sent, and one that is missing before others', async () => {
  const { api, member, team, workspace } = made;
  const { id } = await api.create({ teamId: team.id });
  const relation = { type: 'blocks', relatedStoryId: id };
  const messagesOf = async (item: object): Promise<string[]> => {
    const { json } = await member.client.post(`${workspace.path}/bulk/relations`, { items: [item] });
    const error = json.error ?? json.data.items[0].error;
    return error.fields.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  };
  const unknown = 'is not a known field';
  expect(await messagesOf({ id, body: relation })).toEqual([`items.0.id ${unknown}; did you mean storyId?`]);
  expect(await messagesOf({ id, ...relation })).toEqual([
    `items.0.id ${unknown}; did you mean storyId?`,
    `items.0.type ${unknown}; use body.type`,
    `items.0.relatedStoryId ${unknown}; use body.relatedStoryId`,
  ]);
  expect(await messagesOf({ body: { ...relation, id } })).toContain(`id ${unknown}; did you mean storyId?`);
  expect(await messagesOf({ storyId: id, body: { ...relation, id } })).toEqual([`id ${unknown}`]);
});

test('null leads to clearFields, and clearFields to a value', async () => {
  const { api, team } = made;
  const story = await api.create({ teamId: team.id });
  const { updatedAt: expectedUpdatedAt } = story;
  const messageOf = async (patch: object): Promise<string> =>
    expectRefusal(await api.update(story.id, { expectedUpdatedAt, ...patch }), 400, 'invalid_request')
      .fields[0].message as string;
  expect(await messageOf({ assigneeId: null })).toContain('name it in clearFields');
  expect(await messageOf({ clearFields: ['title'] })).toMatch(
    /^names title, which always has a value: set another one with title, or clear one of: .*assigneeId/,
  );
  expect(await messageOf({ clearFields: ['nope'] })).toMatch(/^must be one of: .*assigneeId/);
});

test('a sentence about a list of names ends with one full stop', async () => {
  const { team, workspace, member, api } = made;
  await planningApi(workspace, member.client).sprint(team, { name: 'Sprint 11' });
  const { message } = expectRefusal(await api.list({ filter: 'sprint:x' }), 400, 'invalid_request');
  expect(message).toMatch(/there is Sprint 11\.$/);
  expect(message).not.toMatch(/\.\.$/);
  expect(sentenceOf({ in: 'body', path: 'a', code: 'invalid_value', message: 'is b' })).toBe('a is b.');
  const client = await connectedClient(member);
  const refused = await client.refused('list_stories', { workspaceId: workspace.id, filter: 'sprint:x' });
  expect(JSON.stringify(refused)).not.toMatch(/\.\.|\?\./);
  const argument = await client.refused('list_stories', { workspaceId: workspace.id, asignee: 'me' });
  expect(argument.message).toBe('asignee is not a known argument; did you mean assigneeId?');
});

test('a reused key is refused with the name of what it made', async () => {
  const { team, workspace } = made;
  const person = await workspace.person('member', [team]);
  const mine = storyApi(workspace, person.client);
  const key = newKey();
  const { id } = dataOf<{ id: string }>(await mine.send({ teamId: team.id, title: 'One' }, key), 201);
  const again = await mine.send({ teamId: team.id, title: 'Two' }, key);
  expect(expectRefusal(again, 409, 'idempotency_key_reused')).toMatchObject({ resourceId: id });
  const headers = { 'idempotency-key': newKey() };
  const label = (name: string) =>
    person.client.post(`${workspace.path}/labels`, { teamId: team.id, name, color: '#123456' }, headers);
  const { id: labelId } = dataOf<{ id: string }>(await label('one'), 201);
  expect(expectRefusal(await label('two'), 409, 'idempotency_key_reused').resourceId).toBe(labelId);
});
