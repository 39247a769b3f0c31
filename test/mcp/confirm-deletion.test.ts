import { expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { modernMeta } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const statusOf = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).status;

/** A call by a client that can show its user a form. */
async function call(story: string, more: object = {}) {
  const _meta = {
    ...modernMeta,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'delete_story',
  };
  const params = { name: 'delete_story', arguments: { story }, ...more, _meta };
  const { status, json } = await client.send('tools/call', params, headers);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.result;
}

const reply = (confirm: boolean, action = 'accept') => ({ confirm: { action, content: { confirm } } });

test('a client that can ask its user is told to, and deletes what was shown when they agree', async () => {
  const story = await newStory({ title: 'Go\u{E0041} away' });
  const asked = await call(story.reference);
  expect(asked.resultType).toBe('input_required');
  const { method, params } = asked.inputRequests.confirm;
  expect(method).toBe('elicitation/create');
  expect(params.message).toContain(`${story.reference} "Go\\\\u{E0041} away": Nothing has been deleted yet.`);
  expect(params.requestedSchema.properties.confirm.type).toBe('boolean');
  expect(await statusOf(story.id)).toBe(200);
  const done = await call(story.reference, {
    inputResponses: reply(true),
    requestState: asked.requestState,
  });
  expect(done).toMatchObject({ resultType: 'complete', structuredContent: { data: { deleted: true } } });
  expect(await statusOf(story.id)).toBe(404);
});

test.each([
  ['declines', reply(true, 'decline')],
  ['does not tick it', reply(false)],
])('nothing is deleted when the user %s', async (_, inputResponses) => {
  const story = await newStory();
  const { requestState } = await call(story.id);
  const { content, structuredContent } = await call(story.id, { inputResponses, requestState });
  expect(structuredContent.data).toEqual({ deleted: false });
  expect(content[0].text).toContain('Nothing has been deleted');
  expect(await statusOf(story.id)).toBe(200);
});

test('the confirmation for one story deletes no other, nor one that has changed since', async () => {
  const [one, other] = [await newStory(), await newStory()];
  const { requestState } = await call(one.id);
  const accepted = { inputResponses: reply(true), requestState };
  expect((await call(other.id, accepted)).isError).toBe(true);
  const change = { expectedUpdatedAt: one.updatedAt, title: 'Changed' };
  await person.client.patch(`${workspace.path}/stories/${one.id}`, change);
  expect((await call(one.id, accepted)).content[0].text).toContain('version_conflict');
  for (const { id } of [one, other]) expect(await statusOf(id)).toBe(200);
});

test('a client that cannot ask gets the preview with its token', async () => {
  const story = await newStory();
  const params = { name: 'delete_story', arguments: { story: story.id } };
  const { result } = (await client.sendModern('tools/call', params)).json;
  expect(result.structuredContent.data).toMatchObject({
    deleted: false,
    confirmationToken: expect.any(String),
  });
});
