import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const inWorkspace = (args: object) => ({ workspaceId: workspace.id, ...args });
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const overRest = async (id: string): Promise<Story> =>
  (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;

/** A resource as tools show it: without what has no value, and without the workspace, which the call named. */
const withoutNulls = (resource: object) =>
  Object.fromEntries(
    Object.entries(resource).filter(([name, value]) => value !== null && name !== 'workspaceId'),
  );
/** What a tool shows beside the ids of a story that nobody has yet. */
const names = () => ({ status: 'Backlog', team: team.name, reporter: 'A member' });

describe('the tool get_story', () => {
  test('shows the story as the API does, without members that have no value', async () => {
    const story = await newStory({ priority: 'high', description: 'Why' });
    const { data } = await client.use('get_story', inWorkspace({ story: story.id }));
    expect(data).toEqual({ ...withoutNulls(story), ...names(), commentCount: 0 });
    expect(data).not.toHaveProperty('assigneeId');
  });

  test('finds it by its reference, in either case', async () => {
    const story = await newStory();
    for (const reference of [story.reference, story.reference.toLowerCase()]) {
      const { data } = await client.use('get_story', inWorkspace({ story: reference }));
      expect(data.id).toBe(story.id);
    }
  });

  test('says which arguments it takes', async () => {
    const wrong = [
      ...['184', 'ENG', ''].map((story) => [story, 'invalid_format'] as const),
      [7, 'invalid_type'],
    ] as const;
    for (const [story, code] of wrong) {
      const { message, fields } = await client.refused('get_story', inWorkspace({ story }));
      expect(message).toBe('story must be an id or a reference such as ENG-184.');
      expect(fields).toEqual([{ path: 'story', code }]);
    }
    for (const unset of [{}, { story: null }]) {
      const { message, fields } = await client.refused('get_story', inWorkspace(unset));
      expect(message).toBe('story is required.');
      expect(fields).toEqual([{ path: 'story', code: 'required' }]);
    }
  });
});

describe('the tool create_story', () => {
  const create = (args: object) => inWorkspace({ teamId: team.id, title: 'A story', ...args });

  test('creates a story that the API shows, reported by the user', async () => {
    const idempotencyKey = randomUUID();
    const args = create({ idempotencyKey, priority: 'urgent', estimateValue: 3 });
    const { data, replayed } = await client.use('create_story', args);
    expect(replayed).toBeUndefined();
    const story = await overRest(data.id);
    expect(story).toMatchObject({ reporterId: person.id, priority: 'urgent', estimateLabel: '3' });
    expect(data).toEqual({ ...withoutNulls(story), ...names() });
  });

  test('shows the same story when it is called again with its key, whatever the order of arguments', async () => {
    const idempotencyKey = randomUUID();
    const first = await client.use('create_story', create({ idempotencyKey }));
    const { workspaceId, title, teamId } = create({}) as Record<string, string>;
    const again = await client.use('create_story', { title, idempotencyKey, teamId, workspaceId });
    expect(again).toEqual({ data: first.data, replayed: true });
    const error = await client.refused('create_story', create({ idempotencyKey, title: 'Another' }));
    expect(error).toMatchObject({ code: 'idempotency_key_reused', hint: expect.stringContaining('new') });
  });

  test('needs a key', async () => {
    const missing = await client.refused('create_story', create({}));
    expect(missing.fields).toEqual([{ path: 'idempotencyKey', code: 'required' }]);
    const number = await client.refused('create_story', create({ idempotencyKey: 7 }));
    expect(number.message).toBe('idempotencyKey must be text.');
    expect(number.fields).toEqual([{ path: 'idempotencyKey', code: 'invalid_type' }]);
    const short = await client.refused('create_story', create({ idempotencyKey: 'short' }));
    expect(short).toMatchObject({ code: 'invalid_idempotency_key', hint: expect.stringContaining('UUID') });
    expect(short.message).toBe('idempotencyKey must be 16 to 255 characters from ! to ~.');
    expect(short.fields).toEqual([{ path: 'idempotencyKey', code: 'invalid_format' }]);
  });

  test('names every bad argument as it was sent', async () => {
    const { code, fields } = await client.refused('create_story', {
      workspaceId: workspace.id,
      teamId: 'ENG',
      title: '',
      labels: ['x'],
      colour: 'red',
      idempotencyKey: randomUUID(),
    });
    expect(code).toBe('invalid_request');
    expect(fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'colour',
      'labels.0',
      'teamId',
      'title',
    ]);
  });

  test('refuses an invalid argument with a way out', async () => {
    const elsewhere = await workspace.team();
    const error = await client.refused(
      'create_story',
      create({ teamId: elsewhere.id, idempotencyKey: randomUUID() }),
    );
    expect(error).toMatchObject({
      code: 'invalid_reference',
      fields: [{ path: 'teamId' }],
      hint: expect.stringContaining('list_teams'),
    });
  });
});

describe('the tool update_story', () => {
  test('sets and clears fields, if the story is still the version that was seen', async () => {
    const story = await newStory({ description: 'Old' });
    const seen = { story: story.id, expectedUpdatedAt: story.updatedAt };
    const change = inWorkspace({ ...seen, title: 'New', clearFields: ['description'] });
    const { cleared, was, ...data } = (await client.use('update_story', change)).data;
    expect(data).toMatchObject({ title: 'New' });
    expect(cleared).toEqual(['description']);
    expect(was).toEqual({ title: story.title });
    expect(data).not.toHaveProperty('description');
    expect(data).toEqual({ ...withoutNulls(await overRest(story.id)), ...names() });

    const late = await client.refused('update_story', inWorkspace({ ...seen, title: 'Other' }));
    expect(late).toMatchObject({
      code: 'version_conflict',
      currentUpdatedAt: data.updatedAt,
      changedFields: ['title'],
    });
    const again = await client.refused('update_story', change);
    expect(again).toMatchObject({ changedFields: [], hint: expect.stringContaining('already been made') });
  });

  test('is refused if it changes nothing', async () => {
    const { id: storyId, updatedAt: expectedUpdatedAt } = await newStory();
    const error = await client.refused('update_story', inWorkspace({ storyId, expectedUpdatedAt }));
    expect(error.message).toBe('arguments must set or clear at least one field.');
    expect(error.fields).toEqual([{ path: 'arguments', code: 'invalid_value' }]);
  });
});

describe('the tool list_stories', () => {
  test('returns 20 stories without a limit, and a cursor for more', async () => {
    const other = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: person.id,
    });
    const made: string[] = [];
    for (let count = 0; count < 23; count++) made.unshift((await newStory({ teamId: other.id })).id);
    const list = (args: object) => client.use('list_stories', inWorkspace({ teamId: other.id, ...args }));
    const first = await list({});
    expect(first.data).toHaveLength(20);
    const rest = await list({ cursor: first.nextCursor });
    const ids = [...first.data, ...rest.data].map(({ id }: Story) => id);
    expect(ids).toEqual(made);
    expect(rest).not.toHaveProperty('nextCursor');

    const error = await client.refused(
      'list_stories',
      inWorkspace({ teamId: other.id, cursor: first.nextCursor, limit: 5 }),
    );
    expect(error.code).toBe('invalid_cursor');
  });

  test('has filters with values of their own types', async () => {
    const mine = await newStory({ assigneeId: person.id });
    const { data } = await client.use(
      'list_stories',
      inWorkspace({ assigneeId: person.id, archived: 'exclude' }),
    );
    expect(data.map(({ id }: Story) => id)).toEqual([mine.id]);
    const { fields } = await client.refused('list_stories', inWorkspace({ archived: 'yes', limit: 'few' }));
    expect(fields.map(({ path }: { path: string }) => path).toSorted()).toEqual(['archived', 'limit']);
  });
});

test('list_statuses returns those of stories, and of objectives on request', async () => {
  const ofStories = await client.use('list_statuses', inWorkspace({ teamId: team.id }));
  expect(ofStories.data).toHaveLength(5);
  expect(ofStories.common).toMatchObject({ teamId: team.id, team: team.name });
  const narrowed = inWorkspace({ teamId: team.id, appliesTo: 'story' });
  expect(await client.use('list_statuses', narrowed)).toEqual(ofStories);
  const ofObjectives = await client.use('list_statuses', inWorkspace({ appliesTo: 'objective' }));
  expect(ofObjectives.data).toHaveLength(5);
  for (const status of ofObjectives.data) expect(status).not.toHaveProperty('teamId');
  const idsIn = ({ data }: { data: any }) => data.map(({ id }: { id: string }) => id);
  const all = idsIn(await client.use('list_statuses', inWorkspace({})));
  expect(all).toEqual(expect.arrayContaining([...idsIn(ofStories), ...idsIn(ofObjectives)]));
  for (const appliesTo of ['sprint', 'constructor']) {
    const { message, fields } = await client.refused('list_statuses', inWorkspace({ appliesTo }));
    expect(message).toBe('appliesTo must be one of: story, objective.');
    expect(fields).toEqual([{ path: 'appliesTo', code: 'not_one_of' }]);
  }
});

test('an unknown tool is answered with similar names', async () => {
  const unknown = async (name: string) =>
    (await client.send('tools/call', { name, arguments: {} })).json.error;
  expect(await unknown('lst_stories')).toMatchObject({
    code: -32602,
    message: expect.stringContaining('list_stories'),
  });
  expect((await unknown('createStory')).message).toContain('create_story');
  expect((await unknown('constructor')).message).toContain('list_workspaces');
  // Nobody mistypes that much, and comparing would take its time.
  const long = await unknown(`get_story${'x'.repeat(60_000)}`);
  expect(long.message).not.toContain('did you mean');
  expect(long.message.length).toBeLessThan(1_000);
});

test('arguments with the names of what every object has are unknown ones', async () => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_teams","arguments":{"workspaceId":"${workspace.id}","constructor":1,"toString":2}}}`;
  const { json } = await client.post(body);
  const { error } = JSON.parse(json.result.content[0].text);
  expect(error.fields.map(({ path }: { path: string }) => path)).toEqual(['constructor', 'toString']);
});

test('the longest page of the longest stories is one that a model can read', async () => {
  const body = { teamId: team.id, title: 'T'.repeat(500), description: 'd'.repeat(3_990) };
  const items = Array.from({ length: 50 }, (_, number) => ({
    idempotencyKey: randomUUID(),
    body: { ...body, description: `${number} ${body.description}` },
  }));
  await person.client.post(`${workspace.path}/bulk/stories`, { items });
  const list = { workspaceId: workspace.id, teamId: team.id };

  const { data, truncated } = await client.use('list_stories', { ...list, limit: 50 });
  expect(data).toHaveLength(50);
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(60_000);
  expect(truncated).toContain('data.0.title');
  const error = await client.refused('list_stories', { ...list, limit: 51 });
  expect(error.message).toBe('limit must be at most 50.');
  expect(error.fields).toEqual([{ path: 'limit', code: 'too_large' }]);
});
